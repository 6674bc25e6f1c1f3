import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';

suite('a release', (test) => {
  test('has no script that npm runs at its installation, or warns about', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
    const run = ['preinstall', 'install', 'postinstall', 'prepare'];
    assert.equal(
      Object.keys(scripts).filter((name) => run.includes(name)),
      [],
    );
  });
});

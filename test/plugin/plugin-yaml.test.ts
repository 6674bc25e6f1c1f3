import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { version } from '../../shell/version.ts';
import { suite } from '../harness.ts';

const plugin = parse(readFileSync('plugin/plugin.yaml', 'utf8')) as {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>> & { readonly version: string };
};

interface Command {
  readonly command: readonly string[];
}

suite('the plugin configuration of Argo CD', (test) => {
  test('starts Node.js with the same options as the build that compiled the program', () => {
    const { generate, parameters } = plugin.spec as unknown as { generate: Command; parameters: { dynamic: Command } };
    for (const { command } of [generate, parameters.dynamic]) {
      const options = command.filter((word) => word.startsWith('--'));
      const code = [
        `const { readFileSync } = require('node:fs');`,
        `const { Script } = require('node:vm');`,
        `const source = '(function (require) { ' + readFileSync('dist/leasehold-cmp-program.cjs', 'latin1') + '\\n})';`,
        `const cachedData = readFileSync('dist/leasehold-cmp-program.bin');`,
        `console.log(new Script(source, { cachedData }).cachedDataRejected);`,
      ];
      const { stdout } = spawnSync(process.execPath, [...options, '-e', code.join('')], { encoding: 'utf8' });
      assert.is(stdout, 'false\n', command.join(' '));
    }
  });

  test('has the version of the package, which is part of the cache key', () => {
    assert.is(plugin.spec.version, version);
  });

  test('has no discovery, and no field that Argo CD would ignore', () => {
    assert.equal([plugin.kind, plugin.metadata], ['ConfigManagementPlugin', { name: 'leasehold' }]);
    assert.equal(Object.keys(plugin.spec).sort(), ['generate', 'parameters', 'version']);
  });

  test('is in an image of existing files that runs without root, with /tmp as its home directory', () => {
    const lines = readFileSync('plugin/Dockerfile', 'utf8').split('\n');
    const copied = lines.filter((line) => line.startsWith('COPY ')).flatMap((line) => line.split(/\s+/).slice(1, -1));
    const sources = copied.filter((word) => !word.startsWith('--'));
    assert.ok(sources.length >= 2);
    for (const source of sources) assert.ok(existsSync(source), source);
    assert.ok(lines.includes('USER 999'));
    assert.ok(lines.some((line) => line.includes('HOME=/tmp')));
    const commands = JSON.stringify(plugin.spec);
    assert.match(commands, '/plugin/leasehold-cmp.cjs');
    assert.ok(
      lines.some(
        (line) => line.startsWith('COPY ') && line.includes('dist/leasehold-cmp.cjs') && line.endsWith(' /plugin/'),
      ),
    );
  });
});

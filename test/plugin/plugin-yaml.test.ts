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

suite('the plugin configuration of Argo CD', (test) => {
  test('has the version of the package, which is part of the cache key', () => {
    assert.is(plugin.spec.version, version);
  });

  test('has no discovery, and no field that Argo CD would ignore', () => {
    assert.equal([plugin.kind, plugin.metadata], ['ConfigManagementPlugin', { name: 'leasehold' }]);
    assert.equal(Object.keys(plugin.spec).sort(), ['generate', 'parameters', 'version']);
  });

  test('is in an image of existing files that runs without root and writes only to /tmp', () => {
    const lines = readFileSync('plugin/Dockerfile', 'utf8').split('\n');
    const copied = lines.filter((line) => line.startsWith('COPY ')).flatMap((line) => line.split(/\s+/).slice(1, -1));
    const sources = copied.filter((word) => !word.startsWith('--'));
    assert.ok(sources.length >= 2);
    for (const source of sources) assert.ok(existsSync(source), source);
    assert.ok(lines.includes('USER 999'));
    assert.ok(lines.some((line) => line.includes('HOME=/tmp')));
    const commands = JSON.stringify(plugin.spec);
    assert.match(commands, '/plugin/leasehold-cmp.mjs');
    assert.ok(
      lines.some(
        (line) => line.startsWith('COPY ') && line.includes('dist/leasehold-cmp.mjs') && line.endsWith(' /plugin/'),
      ),
    );
  });
});

import * as assert from 'uvu/assert';
import { readTenantFiles } from '../../plugin/tenants-folder.ts';
import { suite } from '../harness.ts';
import { hostileShapes } from '../hostile/shapes.ts';

suite('a hostile file of one tenant', (test) => {
  test('is not read for another tenant, so it does not slow that render down', () => {
    const text = hostileShapes.flatMap(({ files }) => files(10)).flatMap((file) => ('text' in file ? [file.text] : []));
    const tree = new Map([
      ['/_cmp_server/r/platform', [{ path: '/_cmp_server/r/platform/platform.yaml', text: 'a: 1\n' }]],
      ['/_cmp_server/r/acme', [{ path: '/_cmp_server/r/acme/tenant.yaml', text: 'a: 1\n' }]],
      ['/_cmp_server/r/evil', [{ path: '/_cmp_server/r/evil/evil.yaml', text: text.join('---\n') }]],
    ]);
    const read: string[] = [];
    const ports = {
      kindOf: (path: string) => (path.endsWith('.git') ? ('nothing' as const) : ('directory' as const)),
      isLink: () => false,
      isWithin: (inner: string, outer: string) => inner.startsWith(outer),
      readTree: (folder: string) => {
        read.push(folder);
        return tree.get(folder) ?? [];
      },
      attributesAbove: () => [],
    };
    const files = readTenantFiles('/_cmp_server/r/platform', ports as never, '../acme');
    assert.ok(files.ok);
    assert.equal(read, ['/_cmp_server/r/platform', '/_cmp_server/r/acme']);
  });
});

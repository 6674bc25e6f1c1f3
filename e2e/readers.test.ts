import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { valueAt } from '../data/tree.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { hostileObjects, hostileTexts, renderForeign, withNames } from '../test/foreign-content.ts';
import { suite } from '../test/harness.ts';
import { sharedControlPlane } from './control-plane.ts';
import { nameOf, readManifests } from './manifests.ts';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

suite('kubectl reads the objects that leasehold checked', (test) => {
  test('for random gotemplates and manifests of Templates', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leasehold-readers-'));
    try {
      const checked = writeOutputs(folder);
      assert.ok(checked.length > 300, `only ${checked.length} objects are rendered`);
      const { kubectl } = await sharedControlPlane();
      const args = ['apply', '--dry-run=client', '--validate=false', '-o', 'json', '-f', folder];
      const { status, stdout, stderr } = kubectl(args);
      assert.is(status, 0, stderr);
      const { items } = JSON.parse(stdout) as { readonly items: readonly unknown[] };
      const read = items.map((object) => String(valueAt(object, 'metadata', 'annotations', lastApplied)));
      assert.equal(read.map(canonical).sort(), checked.map(canonical).sort());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Writes the output of everything that renders into files, and returns its objects as JSON. */
function writeOutputs(folder: string): readonly string[] {
  const resources = [
    ...fc.sample(hostileTexts, { numRuns: 1500, seed: 1 }).map((gotemplate) => ({ gotemplate })),
    ...fc.sample(hostileObjects, { numRuns: 700, seed: 1 }).map((manifests) => ({ manifests: withNames(manifests) })),
  ];
  return resources.flatMap((one, index) => {
    const { objects } = renderForeign(one);
    const foreign = objects.filter(({ shape }) => shape === undefined);
    writeFileSync(join(folder, `${index}.yaml`), foreign.map(({ text }) => `---\n${text}`).join(''));
    return foreign.flatMap(({ id, text }) => {
      const seen = readManifests(text);
      assert.equal(seen.map(nameOf).length, 1, formatId(id));
      return seen.map((object) => JSON.stringify(object));
    });
  });
}

/** JSON with sorted keys. kubectl adds empty annotations to the object that it stores as last applied. */
function canonical(json: string): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return JSON.stringify(JSON.parse(json), sorted);
}

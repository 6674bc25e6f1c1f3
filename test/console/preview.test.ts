import { spawnSync } from 'node:child_process';
import * as assert from 'uvu/assert';
import { patchOf } from '../../console/model/patch.ts';
import { hasOnlyUnsafeChanges } from '../../console/model/unsafe-changes.ts';
import { inSandbox } from '../cli/sandbox.ts';
import { suite } from '../harness.ts';
import { sampleFiles, sampleText, serviceOf } from './sample.ts';

const service = serviceOf(sampleFiles);
const pay = 'tenants/mto-tenant-pay.yaml';
const text = sampleText(pay);

suite('the preview of an edit', (test) => {
  test('classifies changes by risk, for the tenant of the file', async () => {
    const preview = await service.preview({ path: pay, text: text.replace('kim@corp.io', 'eve@corp.io') });
    assert.equal([preview.ok, preview.tenant, preview.problems], [true, 'pay', []]);
    assert.is(preview.changes.length, 4);
    assert.ok(preview.changes.every(({ risk, tenant }) => risk === 'access-widened' && tenant === 'pay'));
  });

  test('renders all tenants for a file that several of them use', async () => {
    const path = 'tenants/mto-quota-small.yaml';
    const preview = await service.preview({ path, text: sampleText(path).replace('"8"', '"4"') });
    assert.is(preview.tenant, undefined);
    assert.equal(new Set(preview.changes.map(({ tenant }) => tenant)), new Set(['lab', 'pay']));
    assert.ok(preview.changes.every(({ risk }) => risk === 'quota-shrunk'));
    const { before, after } = preview.ceiling;
    assert.ok(before && after && after.amount < before.amount);
  });

  test('reports problems with their lines, and no change', async () => {
    const preview = await service.preview({ path: pay, text: text.replace('quota: small', 'quota: nothing') });
    assert.equal([preview.ok, preview.changes], [false, []]);
    assert.equal(
      preview.problems.map(({ at, code }) => [at.file, at.line, code]),
      [[pay, 10, 'unresolved-reference']],
    );
    assert.is(hasOnlyUnsafeChanges(preview.problems), false);
  });

  test('distinguishes a change that must not be applied from a version that does not render', async () => {
    const path = 'tenants/finops-offering-postgres.yaml';
    const { ok, problems } = await service.preview({ path, text: sampleText(path).replace(/priceMicros: \d+/, '$&0') });
    assert.equal([ok, hasOnlyUnsafeChanges(problems)], [false, true]);
  });

  test('shows a new file, and rejects a name that another tenant already has', async () => {
    const added = await service.preview({
      path: 'tenants/new.yaml',
      text: text.replace('name: pay', 'name: fresh').replace('pay-prod', 'fresh-prod'),
    });
    assert.equal(added.problems, []);
    assert.ok(added.changes.length > 10);
    assert.ok(added.changes.some(({ risk, action }) => risk === 'tenant-added' && action === 'added'));
    const taken = await service.preview({ path: 'tenants/new.yaml', text });
    assert.is(taken.ok, false);
    assert.ok(taken.problems.length > 0);
  });

  test('shows what deleting a file removes', async () => {
    const path = 'tenants/example-tenant.yaml';
    const { changes } = await service.preview({ path, text: undefined });
    assert.ok(changes.some(({ action, risk }) => action === 'removed' && risk === 'tenant-removed'));
  });
});

suite('a patch', (test) => {
  const cases = [
    ['a change', 'a.yaml', 'a: 1\nb: 2\n', 'a: 1\nb: 3\n'],
    ['a new file', 'tenants/new.yaml', undefined, 'a: 1\n'],
    ['a deleted file', 'a.yaml', 'a: 1\n', undefined],
    ['no line break at the end', 'a.yaml', 'a: 1\nb: 2', 'a: 1\nb: 3'],
    ['a line break that is added at the end', 'a.yaml', 'a: 1', 'a: 1\n'],
    ['line breaks of Windows', 'a.yaml', 'a: 1\r\nb: 2\r\n', 'a: 1\r\nb: 3\r\n'],
    ['a path with spaces, quotes and letters beyond ASCII', 'tenants/ä "b" c.yaml', 'a: 1\n', 'a: 2\n'],
    ['an empty file', 'a.yaml', '', 'a: 1\n'],
    ['text that looks like a patch', 'a.yaml', '@@ -1 +1 @@\n--- a/x\n', '@@ -1 +1 @@\n+++ b/x\n'],
  ] as const;
  for (const [name, path, before, after] of cases)
    test(`of ${name} is applied by Git and results in the same bytes`, () =>
      inSandbox(({ root, write, git, path: full }) => {
        git('init', '--quiet');
        if (before !== undefined) write(path, before);
        write('change.patch', patchOf(path, before, after));
        const applied = spawnSync('git', ['apply', 'change.patch'], { cwd: root, encoding: 'utf8' });
        assert.equal([applied.status, applied.stderr], [0, '']);
        const shown = spawnSync('cat', [full(path)], { encoding: 'utf8' });
        assert.is(shown.status === 0 ? shown.stdout : undefined, after);
      }));

  test('of an unchanged text is empty', () => assert.is(patchOf('a.yaml', 'a', 'a'), ''));
});

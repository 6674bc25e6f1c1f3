import * as assert from 'uvu/assert';
import { blobName, isDelivered, planCommit } from '../../action/commit-plan.ts';
import type { DeliveryTarget } from '../../action/delivery-target.ts';
import { suite } from '../harness.ts';

const file = (text: string, mode = '100644') => ({ mode, blob: blobName(text, 'sha1') });
const target = (
  files: Readonly<Record<string, ReturnType<typeof file>>>,
  owned: readonly string[],
): DeliveryTarget => ({
  branch: 'rendered',
  folder: '',
  head: 'a'.repeat(40),
  files: new Map(Object.entries(files)),
  ownership: { tenant: null, files: owned.map((path) => ({ path, sha256: '' })) },
  hasRender: true,
  drySha: undefined,
});
const desired = [
  { path: 'acme/org.yaml', text: 'a' },
  { path: 'hydrator.metadata', text: '{}' },
];

suite('the plan for a branch', (test) => {
  test('writes files that differ and removes our obsolete files', () => {
    const plan = planCommit(
      desired,
      target({ 'acme/org.yaml': file('old'), 'gone/org.yaml': file('x') }, ['acme/org.yaml', 'gone/org.yaml']),
    );
    assert.equal(
      plan.write.map(({ path }) => path),
      ['acme/org.yaml', 'hydrator.metadata', '.leasehold.json'],
    );
    assert.equal(plan.remove, ['gone/org.yaml']);
    assert.equal(plan.changed, ['acme/org.yaml', 'gone/org.yaml']);
  });

  test('has no change that justifies a commit if only the metadata of the render would differ', () => {
    const plan = planCommit(
      desired,
      target({ 'acme/org.yaml': file('a'), 'hydrator.metadata': file('{"x":1}') }, [
        'acme/org.yaml',
        'hydrator.metadata',
      ]),
    );
    assert.equal(plan.changed, []);
  });

  test('never changes files of other owners, and lists those that block its paths', () => {
    const files = { 'README.md': file('hi'), acme: file('x'), 'hydrator.metadata/x': file('y') };
    const plan = planCommit(desired, target(files, []));
    assert.not.ok(plan.write.some(({ path }) => path in files));
    assert.equal([plan.remove, plan.conflicts], [[], ['acme', 'hydrator.metadata/x']]);
  });

  test('counts our file as changed if it is now a link or an executable', () => {
    for (const mode of ['120000', '100755']) {
      const plan = planCommit(desired, target({ 'acme/org.yaml': file('a', mode) }, ['acme/org.yaml']));
      assert.equal(plan.changed, ['acme/org.yaml'], mode);
    }
  });
});

suite('Git hashes', (test) => {
  test('match those of Git', () => {
    assert.is(blobName('', 'sha1'), 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
    assert.is(blobName('', 'sha256'), '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813');
  });
});

suite('the branch of a pull request', (test) => {
  const before = target({ 'README.md': file('hi'), 'gone/org.yaml': file('x') }, ['gone/org.yaml']);
  const written = new Map(planCommit(desired, before).write.map(({ path, text }) => [path, file(text)] as const));
  const files = { 'README.md': file('hi'), ...Object.fromEntries(written) };
  const isCurrent = (changed: Parameters<typeof target>[0]) =>
    isDelivered(desired, {
      target: before,
      pullBranch: target(
        { ...files, ...changed },
        desired.map(({ path }) => path),
      ),
    });

  test('is current if it has the files of the target and of the render, even with another record of the source', () => {
    assert.ok(isCurrent({}));
    assert.ok(isCurrent({ 'hydrator.metadata': file('{"x":1}') }));
  });

  test('is written again if someone added or changed a file', () => {
    const changes = {
      'acme/evil.yaml': file('evil'),
      'README.md': file('evil'),
      'gone/org.yaml': file('evil'),
      'acme/org.yaml': file('evil'),
      '.leasehold.json': file('{}'),
    };
    for (const [path, content] of Object.entries(changes)) assert.not.ok(isCurrent({ [path]: content }), path);
  });
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { applyEdits, type Edit } from '../../console/model/edits.ts';
import { preview } from '../../console/model/preview.ts';
import { worldOf } from '../../console/model/world.ts';
import type { ReadableFile } from '../../core/source/source.ts';
import { limits } from '../../data/limits.ts';
import { compare } from '../../data/order.ts';
import { effectOf } from '../../gateway/changes/effect.ts';
import { viewOf } from '../../gateway/world/view.ts';
import { readRevision } from '../../io/git.ts';
import type { SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { inRepository, type Repository } from '../io/situations.ts';
import { acme, shared } from '../laws/grant-attacks.ts';

const platformWith = (spec: string) => ({
  path: 'tenants/_platform/platform.yaml',
  text: `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true${spec}}\n`,
});
const [delegating, trusting] = [platformWith(''), platformWith(', trustTenantDirectories: true')];
const file = (tenant: string, name: string, text = '# no document\n') => ({
  path: `tenants/${tenant}/${name}.yaml`,
  text,
});
/** Three of them are within the limit of bytes, four are not. */
const large = (index: number) => file('evil', `large-${index}`, `# ${'ä'.repeat(limits.bytesOfTenant / 7)}\n`);
const deleted = (path: string) => ({ path, text: undefined });

const few = [delegating, file('acme', 'a'), file('evil', 'a')];
const full = [...few, large(0), large(1), large(2)];
const more = large(3);
const trusted = [...full, more, trusting];
const files = Array.from({ length: limits.filesOfTenant - 1 }, (_, index) => file('evil', `f${index}`));

interface Situation {
  readonly before: readonly Edit[];
  readonly edits: readonly Edit[];
  /** Whether the directory of tenant evil exceeds a limit after the edits. */
  readonly exceeds: boolean;
}

const situations: Readonly<Record<string, Situation>> = {
  'bytes above the limit': { before: full, edits: [more], exceeds: true },
  'bytes within the limit': { before: few, edits: [large(0), large(1), large(2)], exceeds: false },
  'a file in place of another one': { before: full, edits: [more, deleted(large(0).path)], exceeds: false },
  'a file above the limit': { before: few, edits: [...files, file('evil', '0')], exceeds: true },
  'files within the limit': { before: few, edits: files, exceeds: false },
  'a file of another tenant': { before: full, edits: [file('acme', 'b')], exceeds: false },
  'a Platform that trusts all authors': { before: full, edits: [trusting, more], exceeds: false },
  'a Platform that no longer trusts authors': { before: trusted, edits: [delegating], exceeds: true },
  'a trusted directory with another file': { before: trusted, edits: [file('evil', 'b')], exceeds: false },
  'a Platform that a tenant adds': {
    before: full,
    edits: [file('evil', '_platform/platform', trusting.text), more],
    exceeds: true,
  },
  'a file that is too large': { before: few, edits: [file('evil', 'b', 'x'.repeat(limits.bytes + 1))], exceeds: false },
};

/** Commits edits, and returns the files of the commit in order. */
function committed({ root, write, commit }: Repository, edits: readonly Edit[]): readonly SourceFile[] {
  for (const { path, text } of edits) text === undefined ? rmSync(join(root, path)) : write(path, text);
  commit();
  const found = readRevision('HEAD', 'tenants', { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root });
  assert.ok(found.ok);
  return inOrder(found.files);
}

function inOrder(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.toSorted((a, b) => compare(a.path, b.path));
}

function unreadableIn(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => ('unreadable' in file ? [file.unreadable] : []));
}

suite('the files after an edit', (test) => {
  for (const [name, { before, edits, exceeds }] of Object.entries(situations))
    test(`equal those of a commit of the edit: ${name}`, () =>
      inRepository((repository) => {
        const files = applyEdits(worldOf(committed(repository, before)), edits);
        assert.is(unreadableIn(files).includes('large-directory'), exceeds);
        const expected = committed(repository, edits);
        assert.ok(JSON.stringify(inOrder(files)) === JSON.stringify(expected));
      }));

  test('are unchanged in a directory that already exceeds a limit, because its other files are unknown', () =>
    inRepository((repository) => {
      const world = worldOf(committed(repository, [...full, more]));
      for (const edit of [file('evil', 'a'), deleted('tenants/evil/a.yaml'), more])
        assert.equal(applyEdits(world, [edit]), world.files);
    }));

  test('are unchanged in a directory with too many entries', () => {
    const world = worldOf([...shared, { path: 'tenants/evil', unreadable: 'many-entries' }]);
    assert.equal(applyEdits(world, [file('evil', 'a')]), world.files);
    assert.is(applyEdits(world, [file('acme', 'a')]).length, world.files.length + 1);
  });
});

suite("the effect of an edit that exceeds a limit of a tenant's directory", (test) => {
  const documents = acme.text.split('---\n').map((text, index) => ({ path: `tenants/acme/${index}.yaml`, text }));
  const padded = documents.map(({ path, text }) => ({
    path,
    text: `# ${'x'.repeat(limits.bytesOfTenant / 3)}\n${text}`,
  }));
  const world = worldOf([...shared, ...padded.slice(0, 2)]);
  const [small, large] = [documents[2], padded[2]] as [ReadableFile, ReadableFile];
  const message = /more than 8 MiB/;
  const admin = { user: 'alex@corp.io', groups: [], platformRoles: ['admin'] } as const;

  test('is an error in the preview of the console', () => {
    const { ok, problems } = preview(world, large, undefined);
    assert.is(ok, false);
    assert.match(problems[0]?.message ?? '', message);
    assert.ok(preview(world, small, undefined).ok);
  });

  test('is an error in the gateway', () => {
    const view = viewOf('d'.repeat(40), world);
    const { ok, problems } = effectOf(view, [large], admin);
    assert.is(ok, false);
    assert.match(problems[0]?.message ?? '', message);
    assert.ok(effectOf(view, [small], admin).ok);
  });
});

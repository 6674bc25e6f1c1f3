import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { once } from '../../data/once.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { compare, openVersion, type Rendering, render, type SourceFile } from '../../leasehold.ts';
import { corpus, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { isTried, runs } from '../runs.ts';
import { acme, file as fileOf, platform, shared } from './grant-attacks.ts';

const repository = 'https://git.example.com/tenants.git';
const deploying = fileOf(
  platform.path,
  platform.text.replace('spec: {', `spec: {argocd: {repository: "${repository}"}, `),
);
const zoo = fileOf('tenants/zoo/zoo.yaml', acme.text.replaceAll('acme', 'zoo'));
const delegated = [deploying, ...shared.slice(1), acme, zoo];

/** The sample repository, directories that are handed to teams, and cases with several files. */
const starts = [
  ...corpus().slice(0, 1),
  { name: 'directories of tenants', files: delegated },
  ...validCorpus().filter(({ files }) => files.length > 1),
].map(({ name, files }) => ({ name, files, version: once(() => openVersion(files)) }));

/** Edits combine documents of all cases. */
const texts = corpus().flatMap(({ files }) => files.flatMap((one) => ('text' in one ? [one.text] : [])));

const edit = fc.record({
  file: fc.nat(),
  line: fc.nat(),
  sort: fc.constantFrom('repeat', 'drop', 'other-name', 'other-value', 'delete', 'copy', 'add', 'append'),
  text: fc.constantFrom(...texts),
});

type Edit = typeof edit extends fc.Arbitrary<infer One> ? One : never;

suite('law: a version that reuses another equals a new render', (test) => {
  for (const [label, some, count] of [
    ['the sample repository', starts.slice(0, 1), 4],
    ['directories of tenants', starts.slice(1, 2), 48],
    ['cases with several files', starts.slice(2), 32],
  ] as const) {
    test(`for arbitrary edits of ${label}, one after another`, () => {
      const seen = { valid: 0, reused: 0, compared: 0 };
      const edits = fc.array(edit, { minLength: 1, maxLength: 3 });
      const property = fc.property(fc.constantFrom(...some), edits, ({ files, version: first }, all) => {
        let [version, now] = [first(), files];
        for (const one of all) {
          const before = version;
          now = edited(now, one);
          version = version.next(now);
          const whole = render(now);
          assert.equal(contents(version.rendering), contents(whole));
          const compared = version.comparedTo(before);
          const comparison = compare(before.rendering, version.rendering, now, compared);
          assert.equal(comparison, compare(render(before.files), whole, now));
          seen.compared += compared ? 1 : 0;
          seen.valid += whole.ok ? 1 : 0;
          seen.reused += version.renderedResources < whole.resources.length ? 1 : 0;
        }
      });
      fc.assert(property, { numRuns: runs(count) });
      assert.ok(seen.valid > 0 && seen.reused > 0 && seen.compared > 0, JSON.stringify(seen));
    });
  }

  test('for every case with several files, with each file added and removed', () => {
    let count = 0;
    for (const { name, files, version } of starts.slice(2)) {
      for (const one of files) {
        if (!isTried(count++, 60)) continue;
        const others = files.filter((other) => other !== one);
        assert.equal(
          contents(version().next(others).rendering),
          contents(render(others)),
          `${name} without ${one.path}`,
        );
        const again = openVersion(others).next(files).rendering;
        assert.equal(contents(again), contents(render(files)), `${name} with ${one.path}`);
      }
    }
  });
});

suite('a version renders', (test) => {
  const { files, version } = starts[0] ?? { files: [], version: () => openVersion([]) };
  const all = version().renderedResources;
  const renderedAfter = (path: string, before: string, after: string) => {
    const file = files.find((one) => one.path === path);
    const text = file && 'text' in file ? file.text : '';
    assert.ok(text.includes(before), `${path} does not contain ${before}`);
    const changed = files.map((one) => (one === file ? { path, text: text.replace(before, after) } : one));
    return version().next(changed).renderedResources;
  };

  test('the documents of a tenant for a member or a comment', () => {
    assert.is(renderedAfter('tenants/mto-tenant-pay.yaml', 'kim@corp.io', 'eve@corp.io'), 3);
    assert.is(renderedAfter('tenants/mto-tenant-pay.yaml', 'spec:', '# new\nspec:'), 3);
  });

  test('the tenants of a quota', () => {
    const rendered = renderedAfter('tenants/mto-quota-small.yaml', '"8"', '"4"');
    assert.ok(rendered > 1 && rendered < all / 2, `${rendered} of ${all}`);
  });

  test('all resources for another setting of the Platform', () => {
    assert.is(renderedAfter('tenants/platform.yaml', 'mesh: none', 'mesh: istio'), all);
  });
});

function edited(all: readonly SourceFile[], { file: index, line, sort, text }: Edit): readonly SourceFile[] {
  const file = all[index % all.length];
  if (!file || !('text' in file)) return [...all, { path: 'tenants/new.yaml', text }];
  const write = (changed: string) => all.map((one) => (one === file ? { path: file.path, text: changed } : one));
  const lines = file.text.split('\n');
  const at = line % lines.length;
  switch (sort) {
    case 'delete':
      return all.filter((one) => one !== file);
    case 'copy':
      return [...all, { path: `tenants/copy-${line}.yaml`, text: file.text.replaceAll(/name: (\w+)/g, 'name: $1-2') }];
    case 'add':
      return [...all, { path: `tenants/added-${line}.yaml`, text }];
    case 'append':
      return write(`${file.text}---\n${text}`);
    case 'repeat':
      return write(lines.toSpliced(at, 0, lines[at] ?? '').join('\n'));
    case 'drop':
      return write(lines.toSpliced(at, 1).join('\n'));
    default:
      return write(lines.with(at, changedLine(lines[at] ?? '', sort)).join('\n'));
  }
}

function changedLine(line: string, sort: Edit['sort']): string {
  return sort === 'other-name' ? line.replace(/(\w)$/, '$1x') : line.replace(/(pay|lab|acme|small|dev)/, 'other');
}

/** Everything that a program reads from a render. */
function contents({ ok, problems, resources, objects, files, inventory, warnings }: Rendering): unknown {
  return {
    ...{ ok, problems, warnings, inventory },
    resources: resources.map(({ kind, tenant, namespace, name }) => [kind, tenant, namespace, name]),
    objects: objects.map(({ id, tenant, file, text, origin }) => [formatId(id), tenant, file, text, origin]),
    files: files.map(({ path, text }) => [path, text]),
  };
}

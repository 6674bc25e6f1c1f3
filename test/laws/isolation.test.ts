import * as assert from 'uvu/assert';
import { baseName } from '../../core/source/source.ts';
import { kinds } from '../../kinds/index.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { corpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { isTried } from '../runs.ts';

type Break = (text: string) => string;

/** Edits that break a file but keep the name of its resource and a recognizable kind. */
const slips: readonly Break[] = [
  (text) => `${text}spec: [`,
  (text) => `${text}  a: 1\n  a: 2\n`,
  (text) => text.replace(/^spec:/gm, 'spec:\n  nonsense: 1'),
  (text) => text.replace(/^(kind: .*).$/gm, '$1'),
];

/** Edits that break a file of a tenant, from invalid YAML to a violated rule of its kind. */
const breakages: readonly Break[] = [
  ...slips,
  (text) => text.replace(/^kind: .*/gm, 'kind: Nonsense'),
  (text) => text.replace(/^ {2}name: .*/gm, '  name: UPPER'),
  (text) => `${text}---\nnull: [`,
];

const sample = corpus()[0]?.files ?? [];
const platform = [...new Set([...filesOf('platform'), ...sharedFiles()])];
const others = sample.filter((file) => !platform.includes(file));

suite('law: tenants are isolated', (test) => {
  for (const tenant of tenantsOf(sample)) {
    const own = filesOf(tenant).filter((file) => !platform.includes(file));
    assert.ok(own.length > 0);
    const foreign = others.filter((file) => !own.includes(file));

    test(`${tenant} renders the same bytes alone and with other tenants`, () => {
      assert.is(bytes(sample, tenant), bytes([...platform, ...own], tenant));
    });

    test(`${tenant} renders the same bytes regardless of errors of another tenant`, () => {
      const expected = bytes(sample, tenant);
      for (const victim of foreign.filter((file) => !refersTo(own, file))) {
        for (const [index, broken] of [() => 'spec: [', ...breakages].entries()) {
          if (!isTried(index + victim.path.length, 48)) continue;
          assert.is(bytes(withBroken(victim, broken), tenant), expected, `${victim.path} broken by ${broken}`);
        }
      }
    });

    test(`${tenant} fails or renders the same bytes for any error in a shared file`, () => {
      const expected = bytes(sample, tenant);
      for (const victim of platform) {
        for (const [index, broken] of slips.entries()) {
          if (!isTried(index + victim.path.length, 24)) continue;
          const files = withBroken(victim, broken);
          if (render(files, { tenant }).ok) assert.is(bytes(files, tenant), expected, `${victim.path} by ${broken}`);
        }
      }
    });

    test(`${tenant} fails if its own file has an error`, () => {
      for (const file of own) {
        for (const [index, broken] of breakages.entries()) {
          if (!isTried(index + file.path.length, 6) || broken(textOf(file)) === textOf(file)) continue;
          const { ok, objects } = render(withBroken(file, broken), { tenant });
          assert.not(ok, `${file.path} broken by ${broken}`);
          assert.is(objects.length, 0);
        }
      }
    });
  }

  test('a tenant that no file defines is an error, not an empty render', () => {
    const { ok, problems } = render(sample, { tenant: 'acmee' });
    assert.not(ok);
    assert.match(problems[0]?.fix ?? '', 'did you mean acme?');
  });
});

function tenantsOf(files: readonly SourceFile[]): readonly string[] {
  return [...new Set(render(files).inventory.resources.map(({ tenant }) => tenant))].filter(
    (name) => name !== 'platform',
  );
}

function filesOf(tenant: string): readonly SourceFile[] {
  const sources = render(sample)
    .inventory.resources.filter((entry) => entry.tenant === tenant)
    .map(({ source }) => source);
  return sample.filter(({ path }) => sources.includes(baseName(path)));
}

/**
 * Files whose objects can belong to any tenant. Only the content identifies the tenants, so an unreadable shared file fails
 * every tenant.
 */
function sharedFiles(): readonly SourceFile[] {
  const shared = new Set(kinds.filter(({ tenancy }) => tenancy === 'shared').map(({ id }) => id));
  const sources = render(sample).resources.filter(({ kind }) => shared.has(kind));
  return sample.filter(({ path }) => sources.some(({ origin }) => origin.file === path));
}

/**
 * Whether a file of a tenant can refer to another file. An error in that other file can then fail the tenant, so the law about
 * errors of other tenants excludes it.
 */
function refersTo(own: readonly SourceFile[], other: SourceFile): boolean {
  const name = /^ {2}name: (\S+)/m.exec(textOf(other))?.[1] ?? '';
  return own.some((file) => textOf(file).includes(name));
}

function withBroken(victim: SourceFile, broken: Break): readonly SourceFile[] {
  return sample.map((file) => (file === victim ? { ...file, text: broken(textOf(file)) } : file));
}

function textOf(file: SourceFile): string {
  return 'text' in file ? file.text : '';
}

function bytes(files: readonly SourceFile[], tenant: string): string {
  const { ok, problems, files: out } = render(files, { tenant });
  assert.ok(ok, JSON.stringify(problems));
  return JSON.stringify(out.map(({ path, text }) => [path, text]));
}

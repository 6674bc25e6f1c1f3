import * as assert from 'uvu/assert';
import { parseFile } from '../core/parse/parse.ts';
import { parseDirectories } from '../core/resolve/parse-directories.ts';
import { limits } from '../data/limits.ts';
import { memo } from '../data/memo.ts';
import { kinds } from '../kinds/index.ts';
import { load, openVersion, type SourceFile } from '../leasehold.ts';
import { suite } from './harness.ts';

const platform = {
  path: 'platform/platform.yaml',
  text: 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants, cluster: {mesh: none}}\n',
};
const acme = {
  path: 'platform/tenants/acme.yaml',
  text: 'apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: acme, namespace: tenants}\nspec: {plan: basic, userId: acme, username: acme}\n',
};
/** A Platform without directories of tenants. In the directory of a tenant, it has no effect. */
const own = { path: 'tenants/evil/platform/platform.yaml', text: platform.text.replace('true', 'false') };
const evil = Array.from({ length: 4 }, (_, index) => ({
  path: `tenants/evil/${index}.yaml`,
  text: `k: &a [${'1,'.repeat(limits.tokens / 2 - 10)}]\n`,
}));
const files = [...evil, own, platform, acme];

suite('too many tokens in the files of a tenant', (test) => {
  test('are a single error, in any order, and parsing stops', () => {
    const parsed = new Set<SourceFile>();
    const parseKept = memo((file: SourceFile) => parseFile(file));
    const parseOne: typeof parseFile = (file) => {
      parsed.add(file);
      return parseKept(file);
    };
    for (const ordered of [files, files.toReversed()]) {
      parsed.clear();
      const { documents, problems } = parseDirectories(ordered, kinds, parseOne);
      assert.equal(new Set(documents.map(({ origin }) => origin.file)), new Set([platform.path, acme.path]));
      assert.equal(
        problems.map(({ origin, message }) => `${origin.file}: ${message.replace(/^.*Lists, or more/, 'more')}`),
        ['tenants/evil/0.yaml: more than 600000 YAML tokens in files that need the full parser'],
      );
      assert.ok(evil.filter((file) => parsed.has(file)).length < evil.length);
    }
  });

  test('have no effect on other tenants', () => {
    const { problems } = openVersion(files).rendering;
    assert.equal(
      problems.map(({ at }) => at.file),
      ['tenants/evil/0.yaml'],
    );
  });
});

suite('repeated loads of the same files', (test) => {
  test('return the same documents', () => {
    const documents = () => [...load([platform, acme]).tenants.keys()].map(({ document }) => document);
    const [first, second] = [documents(), documents()];
    assert.ok(first.length > 0);
    assert.ok(first.every((document, index) => document === second[index]));
  });
});

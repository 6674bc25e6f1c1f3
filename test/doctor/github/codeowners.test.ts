import * as assert from 'uvu/assert';
import { ownersOf, parseCodeOwners } from '../../../doctor/github/codeowners.ts';
import { suite } from '../../harness.ts';
import { needsAtMost } from '../../quickest.ts';

/** Patterns, with paths that they match and paths that they do not match. */
const patterns: readonly (readonly [pattern: string, matches: readonly string[], misses: readonly string[]])[] = [
  ['*', ['a', 'a/b/c', '.github/CODEOWNERS'], []],
  ['**', ['a', 'a/b'], []],
  ['/*', ['a'], ['a/b']],
  ['*.yaml', ['a.yaml', 'a/b/c.yaml', 'a.yaml/b'], ['a.yml', 'a.yaml2']],
  ['/*.yaml', ['a.yaml'], ['a/b.yaml']],
  ['docs/*', ['docs/a.md'], ['docs/a/b.md', 'x/docs/a.md']],
  ['docs/', ['docs/a', 'docs/a/b', 'x/docs/a'], ['docs', 'mydocs/a']],
  ['/docs/', ['docs/a', 'docs/a/b'], ['x/docs/a', 'docs']],
  ['docs', ['docs', 'docs/a', 'x/docs/a'], ['docs2']],
  ['/docs', ['docs', 'docs/a/b'], ['x/docs']],
  ['a/b', ['a/b', 'a/b/c'], ['x/a/b']],
  ['**/logs', ['logs', 'logs/a', 'x/y/logs/a/b'], ['mylogs']],
  ['/tenants/**', ['tenants/a', 'tenants/a/b'], ['tenants', 'x/tenants/a']],
  ['/tenants/**/quota.yaml', ['tenants/quota.yaml', 'tenants/a/b/quota.yaml'], ['tenants/a/quota.yml']],
  ['/tenants/**/', ['tenants/a/b'], ['tenants']],
  ['/tenants/*/quota.yaml', ['tenants/a/quota.yaml'], ['tenants/quota.yaml', 'tenants/a/b/quota.yaml']],
  ['/tenants/a*/', ['tenants/acme/x', 'tenants/a/x'], ['tenants/b/x']],
  ['/a?c', ['abc', 'abc/d'], ['ac', 'a/c']],
  ['/a\\ b/', ['a b/c'], ['a/b']],
  ['/a.c+', ['a.c+'], ['abc', 'a.cc']],
  ['/Docs/', ['Docs/a'], ['docs/a']],
  ['/', [], ['a', 'a/b']],
];

suite('in CODEOWNERS,', (test) => {
  for (const [pattern, matches, misses] of patterns) {
    test(`${pattern} matches the same paths as on GitHub`, () => {
      const owned = (path: string) => ownersOf(parseCodeOwners(`${pattern} @a`), path).length > 0;
      assert.equal(
        matches.filter((path) => !owned(path)),
        [],
      );
      assert.equal(misses.filter(owned), []);
    });
  }

  test('the last matching pattern decides, even if it has no owners', () => {
    const file = parseCodeOwners('* @all\n/apps/ @apps @org/team\n/apps/open\n*.md docs@example.com # for text\n');
    assert.equal(ownersOf(file, 'x'), ['@all']);
    assert.equal(ownersOf(file, 'apps/a'), ['@apps', '@org/team']);
    assert.equal(ownersOf(file, 'apps/open/a'), []);
    assert.equal(ownersOf(file, 'apps/open/a.md'), ['docs@example.com']);
  });

  test('a line that GitHub skips is not a rule, and is reported with its number', () => {
    const lines = [
      '* @all',
      '!/a @b',
      '/[ab]/ @b',
      '[Section] @b',
      '^[Optional]',
      '\\#x @b',
      '/b/ b',
      '/b/ @b @',
      '/***/ @b',
      ' # text',
      '',
    ];
    const { rules, skipped } = parseCodeOwners(lines.join('\r\n'));
    assert.equal(
      rules.map(({ line }) => line),
      [1],
    );
    assert.equal(
      skipped.map(({ line }) => line),
      [2, 3, 4, 5, 6, 7, 8, 9],
    );
  });

  test('matching takes at most two seconds for a hostile pattern', () => {
    const pattern = `/${'**/a*'.repeat(30)}b`;
    needsAtMost(2000, () => assert.equal(ownersOf(parseCodeOwners(`${pattern} @a`), 'a/'.repeat(2000)), []));
  });
});

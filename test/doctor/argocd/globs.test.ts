import * as assert from 'uvu/assert';
import { matches } from '../../../doctor/argocd/glob.ts';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { complete, plugin, project } from './mistake.ts';

const kind = 'NetworkPolicy';

/** The results of gobwas/glob 0.2.3, which Argo CD uses. */
const matching = [
  '{NetworkPolicy,Role}',
  'Network{Policy,}',
  '{{Role,NetworkPolicy',
  '{{Net,Lim}workPolicy,x}',
  '{Network*,x}',
  'Netw?rkPolicy',
  '[N]etworkPolicy',
  '[!A]etworkPolicy',
  '[A-Z]etworkPolicy',
  '[N,M]etworkPolicy',
  'Network*',
  'Network**',
  '*',
  '**',
  '\\NetworkPolicy',
];
const others = [
  '',
  'networkpolicy',
  'NetworkPolic',
  'NetworkPolicy}',
  '[NetworkPolicy',
  '[]NetworkPolicy',
  '[^A]etworkPolicy',
  '[!N]etworkPolicy',
  '[a-zN]etworkPolicy',
  '[!N-]etworkPolicy',
  'Network,Policy',
  'Network.+',
];

suite('a glob of Argo CD', (test) => {
  for (const glob of matching) test(`matches ${kind}: ${glob}`, () => assert.ok(matches(glob, kind)));
  for (const glob of others) test(`does not match ${kind}: ${glob}`, () => assert.not.ok(matches(glob, kind)));

  test('matches special characters literally if they are escaped, in a list, or without a meaning at their position', () => {
    for (const [glob, value] of [
      ['a]b', 'a]b'],
      ['a}b', 'a}b'],
      ['a,b*', 'a,b'],
      ['[-]', '-'],
      ['[\\]]', ']'],
      ['{a\\,b,c}', 'a,b'],
      ['a.*', 'a.b'],
    ] as const)
      assert.ok(matches(glob, value), glob);
  });

  test('matches a separator by two asterisks, or by one if it is the whole glob or if no separator is set', () => {
    const url = 'https://git.example.com/a/b';
    assert.not.ok(matches('https://git.example.com/*', url, '/'));
    assert.not.ok(matches('https://git.example.com/a?b', url, '/'));
    assert.ok(matches('https://git.example.com/**', url, '/'));
    assert.ok(matches('https://git.example.com/{a,x}/*', url, '/'));
    assert.ok(matches('*', url, '/'));
    assert.ok(matches('https://git.example.com/*', url));
  });

  test('of a project must match all parts of the path of a repository', () => {
    const denied = (pattern: string) => finds(...complete(plugin(), project({ sourceRepos: [pattern] }))).length;
    assert.is(denied('https://git.example.com/*'), 1);
    for (const pattern of ['https://git.example.com/**', 'https://git.example.com/*/*', '*'])
      assert.is(denied(pattern), 0, pattern);
  });
});

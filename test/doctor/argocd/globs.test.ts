import * as assert from 'uvu/assert';
import { matches } from '../../../doctor/argocd/glob.ts';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { complete, plugin, project } from './mistake.ts';

const kind = 'NetworkPolicy';

/** What gobwas/glob 0.2.3, which Argo CD uses, answers. */
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

  test('matches special characters as itself, escaped or in a list', () => {
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

  test('matches a separator only with two asterisks', () => {
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

import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { type Fixture, gatewayFixture, jsonOf } from './fixture.ts';
import { addMember, before, edit, propose } from './propose.ts';

suite('changes that are rejected', (test) => {
  for (const [name, body, status, detail] of [
    [
      'a file outside the directory',
      { files: [{ path: '.github/workflows/x.yaml', text: 'a: 1\n' }] },
      422,
      'not below tenants/',
    ],
    [
      'a path that leaves the directory',
      { files: [{ path: 'tenants/../x.yaml', text: 'a: 1\n' }] },
      422,
      'not a normalized path',
    ],
    ['an absolute path', { files: [{ path: '/etc/x.yaml', text: 'a: 1\n' }] }, 422, 'not a normalized path'],
    ['a path with a trailing slash', { files: [{ path: 'tenants/x/', text: 'a: 1\n' }] }, 422, 'not a normalized path'],
    ['a hidden file', { files: [{ path: 'tenants/.argocd-source.yaml', text: 'a: 1\n' }] }, 422, 'hidden'],
    ['the directory of Git', { files: [{ path: 'tenants/.git/x.yaml', text: 'a: 1\n' }] }, 422, 'hidden'],
    ['a file that is not YAML', { files: [{ path: 'tenants/x.sh', text: 'a' }] }, 422, 'not a YAML'],
    ['a line break in a path', { files: [{ path: 'tenants/a\nb.yaml', text: 'a' }] }, 422, 'not a normalized path'],
    [
      'an invisible character',
      { files: [{ path: 'tenants/\u200c.git/x.yaml', text: 'a' }] },
      422,
      'not a normalized path',
    ],
    [
      'a right-to-left override',
      { files: [{ path: 'tenants/\u202elmay.yaml', text: 'a' }] },
      422,
      'not a normalized path',
    ],
    ['one file twice', { files: [edit(before).files[0], edit(before).files[0]] }, 400, 'more than once'],
    ['a request with neither files nor an intent', {}, 400, 'either files or an intent'],
    ['an intent that changes nothing', { intent: { ...addMember, name: 'auditors' } }, 422, 'changes no file'],
    ['a file with errors', edit(before.replace('quota: small', 'quota: missing')), 422, 'errors'],
    ['text that is not YAML', edit('{{{'), 422, 'errors'],
    ['a title with two lines', { title: 'a\nb', intent: addMember }, 400, 'pattern'],
    ['an unknown field', { intent: addMember, extra: 1 }, 400, 'the body contains the unknown field extra'],
    ['an unknown intent', { intent: { intent: 'delete-all' } }, 400, 'intent'],
  ] as const)
    test(`include ${name}`, async () => {
      const fixture = shared();
      const response = await propose(fixture, 'admin', body);
      const problem = await jsonOf(response);
      assert.is(response.status, status, JSON.stringify(problem));
      assert.match(JSON.stringify(problem), detail);
      assert.is(response.headers.get('content-type'), 'application/problem+json');
      assert.equal(await fixture.gateway.changes.all(), []);
    });

  test('show no file of another tenant', async () => {
    const files = [{ path: 'tenants/mto-tenant-lab.yaml', text: 'a: [' }];
    for (const path of ['/api/v1/previews', '/api/v1/changes']) {
      const body = path.endsWith('changes') ? { title: 'x', files } : { files };
      const headers = { 'if-match': `"${shared().gateway.branch.head().sha}"` };
      const response = await shared().ask('owner', path, { method: 'POST', body, headers });
      assert.is(response.status, 403, path);
      assert.not.match(await response.text(), /lab-members|sandbox/);
    }
  });

  test('name no other tenant in a conflict', async () => {
    const taken = before.replace(
      '      - dev\n',
      '      - dev\n    withoutTenantPrefix:\n      - lab-ada-corp-sandbox\n',
    );
    const response = await shared().ask('owner', '/api/v1/previews', { method: 'POST', body: edit(taken) });
    const text = await response.text();
    assert.is(response.status, 200);
    assert.match(text, 'another tenant');
    assert.not.match(text.replaceAll('lab-ada-corp-sandbox', ''), /\blab\b|mto-tenant-lab/);
  });

  test('include a change without the commit that was edited, or with an unknown one', async () => {
    const fixture = shared();
    const ask = (headers: Readonly<Record<string, string>>) =>
      fixture.ask('owner', '/api/v1/changes', { method: 'POST', body: { title: 'x', intent: addMember }, headers });
    assert.is((await ask({})).status, 428);
    assert.is((await ask({ 'if-match': '*' })).status, 400);
    assert.is((await ask({ 'if-match': `"${'0'.repeat(40)}"` })).status, 412);
  });
});

let common: Fixture | undefined;

/** A gateway for tests that change nothing. */
function shared(): Fixture {
  common ??= gatewayFixture();
  return common;
}

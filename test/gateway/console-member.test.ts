import * as assert from 'uvu/assert';
import { memberOf } from '../../console/app/member-reader.ts';
import { memberService, snapshotOfMember } from '../../console/app/member-service.ts';
import { openGateway } from '../../console/data/gateway-client.ts';
import { suite } from '../harness.ts';
import { fixture } from './hidden-tenant.ts';
import type { PersonName } from './people.ts';
import { file, withMember } from './propose.ts';

/** The console for a person who cannot read every file. */
async function consoleOf(name: PersonName) {
  const requests: string[] = [];
  const gateway = openGateway((path, { method, headers, body }) => {
    requests.push(path);
    return fixture.ask(name, `/${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  });
  const reply = await gateway.session();
  if (!reply.ok) throw new Error(reply.failure.why);
  const member = memberOf(gateway, reply.value);
  const snapshot = await snapshotOfMember(member);
  return { service: memberService(member, gateway, snapshot), member, snapshot, requests };
}

suite('the console of a member', (test) => {
  test('shows the tenants of the person, and reveals nothing about others', async () => {
    const { service, snapshot } = await consoleOf('owner');
    const rows = await service.tenants(undefined);
    assert.equal(
      rows.map(({ name }) => name),
      ['pay'],
    );
    const overview = await service.overview(undefined);
    assert.equal(
      [overview.ok, overview.counts.tenants, overview.counts.namespaces],
      [true, 1, rows[0]?.namespaces?.length],
    );
    const all = [
      ...[overview, snapshot, rows, await service.tenant(undefined, 'pay'), await service.namespaces(undefined)],
      ...[await service.quotas(undefined), await service.access(undefined), await service.templates(undefined)],
      ...[await service.schedules(undefined), await service.accessOf(undefined, 'kim@corp.io')],
    ];
    for (const answer of all) assert.not.match(JSON.stringify(answer), /xq7/);
  });

  test('gets the files of all tenants of the person at one commit, with one request', async () => {
    const { snapshot, requests } = await consoleOf('owner');
    assert.equal(requests, ['api/v1/session', `api/v1/files?at=${snapshot.head?.sha}`]);
    assert.ok(snapshot.files.some(({ path }) => path === file));
    assert.not.ok(snapshot.files.some(({ path }) => path.includes('lab')));
    assert.equal([snapshot.directory, snapshot.head?.sha], ['tenants', fixture.gateway.branch.head().sha]);
  });

  test('previews an edit through the gateway', async () => {
    const { service } = await consoleOf('owner');
    const preview = await service.preview({ path: file, text: withMember });
    assert.equal([preview.ok, preview.hasBrokenBase], [true, false]);
    assert.ok(preview.changes.some(({ risk }) => risk === 'access-widened'));
    const broken = await service.preview({ path: file, text: withMember.replace('quota: small', 'quota: none') });
    assert.equal([broken.ok, broken.problems.map(({ code }) => code)], [false, ['unresolved-reference']]);
  });

  test('reports why the gateway rejects a request', async () => {
    const { service } = await consoleOf('owner');
    for (const ask of [() => service.tenant(undefined, 'xq7'), () => service.tenant(undefined, '../session')])
      assert.match(await ask().then(String, ({ message }: Error) => message), 'you do not have access to it');
    const platform = await service.preview({ path: 'tenants/platform.yaml', text: '' }).then(String, String);
    assert.match(platform, 'belongs to the platform');
  });

  test('reports that nothing is rendered if a file that the person cannot see has errors', async () => {
    const { member, snapshot } = await consoleOf('owner');
    const items = [{ name: 'pay', kinds: [], errors: 0, warnings: 0 }];
    const gateway = openGateway(async () => Response.json({ items }));
    const service = memberService(memberOf(gateway, member.session), gateway, snapshot);
    const { ok, counts } = await service.overview(undefined);
    assert.equal([ok, counts.tenants, counts.namespaces, counts.objects], [false, 1, undefined, undefined]);
    assert.is(counts.files, snapshot.files.length);
  });

  test('lists only names for finance, and nothing for a stranger', async () => {
    const finance = await consoleOf('finance');
    assert.ok((await finance.service.tenants(undefined)).some(({ name }) => name === 'xq7'));
    assert.equal(finance.snapshot.files, []);
    const { counts } = await finance.service.overview(undefined);
    assert.equal([counts.tenants > 1, counts.namespaces, counts.files], [true, undefined, undefined]);
    const stranger = await consoleOf('stranger');
    assert.equal(await stranger.service.tenants(undefined), []);
    assert.is((await stranger.service.overview(undefined)).counts.tenants, 0);
  });
});

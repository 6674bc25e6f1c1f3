import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { type file, runOn, tenant } from './fake-ports.ts';

type Files = readonly ReturnType<typeof file>[];

function versions(base: Files, head: Files) {
  return { trees: { tenants: head }, revisions: { main: base } };
}

suite('diff', (test) => {
  test('of the same tenants is empty', async () => {
    const { code, stdout } = await runOn(versions([tenant('ada')], [tenant('ada')]), 'diff', 'main');
    assert.equal([code, stdout], [0, 'no changes\n']);
  });

  test('shows objects by tenant, riskiest first, with their fields', async () => {
    const base = [tenant('ada', 'basic'), tenant('bob')];
    const { code, stdout } = await runOn(versions(base, [tenant('ada', 'free'), tenant('cid')]), 'diff', 'main');
    assert.is(code, 0);
    assert.is(
      stdout.split('\n\n')[0]?.split('\n').slice(0, 4).join('\n'),
      [
        'ada',
        '  ~ LimitRange user-ada/kleff-plan-limits  quota-shrunk',
        '      quota-shrunk: less of Container default cpu, Container default memory, Container defaultRequest cpu, Container defaultRequest memory, Container max memory',
        '      spec.limits[0].default.cpu: 500m → 200m',
      ].join('\n'),
    );
    assert.match(
      stdout,
      /\nbob\n {2}- Namespace user-bob {2}data-loss\n {6}data-loss: everything in the namespace is deleted with it after someone confirms the pruning\n {6}tenant-removed: tenant bob is removed\n {2}- LimitRange user-bob\/kleff-plan-limits {2}tenant-removed\n/,
    );
    assert.match(stdout, /\ncid\n {2}\+ LimitRange user-cid\/kleff-plan-limits {2}tenant-added\n/);
    assert.match(
      stdout,
      /\n\d+ objects of 3 tenants: (\d) added, 3 changed, \1 removed; 1 data-loss, \d+ tenant-removed, 2 quota-shrunk, \d+ tenant-added, 1 routine\n$/,
    );
  });

  test('compares tenants with names of properties of Object.prototype', async () => {
    const base = [tenant('ada')];
    const { code, stdout } = await runOn(versions(base, [...base, tenant('constructor')]), 'diff', 'main');
    assert.is(code, 0);
    assert.match(stdout, /^constructor\n[\s\S]*\n7 objects of 1 tenant: 7 added, 0 changed, 0 removed;/);
  });

  test('with --fail-on, fails for that risk and for higher risks', async () => {
    const machine = versions([tenant('ada', 'basic')], [tenant('ada', 'free')]);
    const of = (risk: string) => runOn(machine, 'diff', 'main', '--fail-on', risk);
    const runs = [await of('data-loss'), await of('quota-shrunk'), await of('routine')];
    const message = (risk: string) =>
      `leasehold: LimitRange user-ada/kleff-plan-limits of ada has the risk quota-shrunk, which --fail-on ${risk} rejects\n`;
    assert.equal(
      runs.map(({ code, stderr }) => [code, stderr]),
      [
        [0, ''],
        [4, message('quota-shrunk')],
        [4, message('routine')],
      ],
    );
  });

  test('with --output json, contains the risk, object, fields and file of each change', async () => {
    const { stdout } = await runOn(
      versions([tenant('ada', 'basic')], [tenant('ada', 'free')]),
      'diff',
      'main',
      '--output',
      'json',
    );
    const { ok, changes } = JSON.parse(stdout) as {
      ok: boolean;
      changes: readonly { risk: string; id: object; fields: object[]; source: string }[];
    };
    assert.is(ok, true);
    assert.equal(
      changes.map(({ risk }) => risk),
      ['quota-shrunk', 'quota-shrunk', 'routine'],
    );
    assert.equal(changes[2]?.id, { group: '', kind: 'Namespace', namespace: '', name: 'user-ada' });
    assert.equal(changes[2]?.fields, [{ path: 'metadata.labels["kleff.io/tenant-plan"]', old: 'basic', new: 'free' }]);
    assert.is(changes[2]?.source, 'tenants/ada.yaml');
  });

  test('reports the version with errors, and does not compare', async () => {
    const bad = [tenant('ada', 'gold')];
    const base = await runOn(versions(bad, [tenant('ada')]), 'diff', 'main');
    assert.equal([base.code, base.stdout], [1, '']);
    assert.match(base.stderr, /not-a-choice .*\n1 error in main, so nothing can be compared with it\n$/);
    const head = await runOn(versions([tenant('ada')], bad), 'diff', 'main');
    assert.equal([head.code, head.stdout], [1, '']);
    assert.match(head.stderr, /not-a-choice .*\n1 error in the new version\n$/);
  });
});

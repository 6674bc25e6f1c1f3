import { symlinkSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { file, org, runOn, tenant } from './fake-ports.ts';
import { inSandbox, kleffTenant } from './sandbox.ts';

type Files = readonly ReturnType<typeof file>[];

function versions(base: Files, head: Files) {
  return { trees: { tenants: head }, revisions: { main: base } };
}

suite('diff', (test) => {
  test('of the same tenants finds nothing', async () => {
    const { code, stdout } = await runOn(versions([tenant('ada')], [tenant('ada')]), 'diff', 'main');
    assert.equal([code, stdout], [0, 'no object differs\n']);
  });

  test('shows objects by tenant, the riskiest first, with their fields', async () => {
    const base = [tenant('ada', 'basic'), tenant('bob')];
    const { code, stdout } = await runOn(versions(base, [tenant('ada', 'free'), tenant('cid')]), 'diff', 'main');
    assert.is(code, 0);
    assert.is(
      stdout.split('\n\n')[0]?.split('\n').slice(0, 4).join('\n'),
      [
        'ada',
        '  ~ LimitRange user-ada/kleff-plan-limits  quota-shrunk',
        '      quota-shrunk: less of Container default cpu, Container default memory, Container defaultRequest cpu, Container defaultRequest memory, Container max cpu, Container max memory',
        '      spec.limits[0].default.cpu: 500m → 200m',
      ].join('\n'),
    );
    assert.match(
      stdout,
      /\nbob\n {2}- Namespace user-bob {2}data-loss\n {6}data-loss: everything in the namespace is deleted with it, once somebody confirms the pruning\n/,
    );
    assert.match(stdout, /\ncid\n {2}\+ LimitRange user-cid\/kleff-plan-limits\n/);
    assert.match(stdout, /\n3 tenants: 6 added, 3 changed, 6 removed; 1 data-loss, 2 quota-shrunk, 12 routine\n$/);
  });

  test('--fail-on fails on that risk and on worse ones', async () => {
    const machine = versions([tenant('ada', 'basic')], [tenant('ada', 'free')]);
    const codeOn = async (risk: string) => (await runOn(machine, 'diff', 'main', '--fail-on', risk)).code;
    assert.equal([await codeOn('data-loss'), await codeOn('quota-shrunk'), await codeOn('routine')], [0, 1, 1]);
  });

  test('--format json holds all that the text says', async () => {
    const { stdout } = await runOn(
      versions([tenant('ada', 'basic')], [tenant('ada', 'free')]),
      'diff',
      'main',
      '--format',
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

  test('says which version has errors, and compares nothing', async () => {
    const bad = [tenant('ada', 'gold')];
    const base = await runOn(versions(bad, [tenant('ada')]), 'diff', 'main');
    assert.equal([base.code, base.stdout], [1, '']);
    assert.match(base.stderr, /not-a-choice .*\n1 error in main: it cannot be compared with\n$/);
    const head = await runOn(versions([tenant('ada')], bad), 'diff', 'main');
    assert.equal([head.code, head.stdout], [1, '']);
    assert.match(head.stderr, /not-a-choice .*\n1 error in the new version\n$/);
  });
});

const annotated = (source: ReturnType<typeof file>, annotation: string) =>
  file(
    source.path,
    'text' in source
      ? source.text.replace('metadata:\n', `metadata:\n  annotations:\n    ${annotation}: "true"\n`)
      : '',
  );
const edited = (source: ReturnType<typeof file>, from: string, to: string) =>
  file(source.path, 'text' in source ? source.text.replace(from, to) : '');

/** A change of what a resource may not change, and what is said of it. */
const unsafe: readonly (readonly [what: string, base: Files, head: Files, says: RegExp | undefined])[] = [
  [
    'the region of an Org',
    [org('acme')],
    [edited(org('acme'), 'us-east-1', 'eu-west-1')],
    /acme\.yaml:8:16 error unsafe-change spec\.region_code: .* from "us-east-1" to "eu-west-1": its data stays in the old region; moving it is manual \(change it back\)/,
  ],
  [
    'the region of an Org, even with the annotation for its slug',
    [org('acme')],
    [annotated(edited(org('acme'), 'us-east-1', 'eu-west-1'), 'tetrapus.io/allow-rename')],
    /unsafe-change spec\.region_code/,
  ],
  [
    'the slug of an Org',
    [org('acme')],
    [edited(org('acme'), 'slug: acme', 'slug: apex')],
    /acme\.yaml:7:9 error unsafe-change spec\.slug: .*: the new slug starts with an empty volume \(change it back, or set the annotation tetrapus\.io\/allow-rename to "true"\)/,
  ],
  [
    'the slug of an Org, as its annotation allows',
    [org('acme')],
    [annotated(edited(org('acme'), 'slug: acme', 'slug: apex'), 'tetrapus.io/allow-rename')],
    undefined,
  ],
  [
    'the userId of a Kleff Tenant',
    [tenant('ada')],
    [edited(tenant('ada'), 'user-ada', 'user-eve')],
    /ada\.yaml:8:11 error unsafe-change spec\.userId: .*: the old namespace would be destroyed/,
  ],
  [
    'the namespace of a Kleff Tenant',
    [tenant('ada')],
    [edited(tenant('ada'), 'namespace: tenants', 'namespace: other')],
    /ada\.yaml:5:14 error unsafe-change metadata\.namespace: metadata\.namespace of Tenant ada changes from "tenants" to "other"/,
  ],
  [
    'both, as the annotation allows',
    [tenant('ada')],
    [
      annotated(
        edited(edited(tenant('ada'), 'namespace: tenants', 'namespace: other'), 'user-ada', 'user-eve'),
        'kleff.io/allow-move',
      ),
    ],
    undefined,
  ],
  ['the plan of a Kleff Tenant', [tenant('ada')], [tenant('ada', 'pro')], undefined],
  [
    'a Tenant of the same name in another namespace beside it',
    [tenant('ada')],
    [
      tenant('ada'),
      file('tenants/b.yaml', textOf(tenant('ada')).replace('user-ada', 'user-b').replace(': tenants', ': b')),
    ],
    undefined,
  ],
];

function textOf(source: ReturnType<typeof file>): string {
  return 'text' in source ? source.text : '';
}

suite('a change that would leave data behind', (test) => {
  for (const [what, base, head, says] of unsafe) {
    test(`${what} is ${says ? 'refused' : 'allowed'}`, async () => {
      const { code, stderr } = await runOn(versions(base, head), 'diff', 'main');
      assert.is(code, says ? 1 : 0, stderr);
      assert.is(stderr.includes('unsafe-change'), says !== undefined);
      if (says) assert.match(stderr, says);
    });
  }

  test('is seen when the namespace comes from the Platform', async () => {
    const platform = (namespace: string) =>
      file(
        'tenants/p.yaml',
        `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata:\n  name: platform\nspec:\n  defaultNamespace: ${namespace}\n`,
      );
    const ada = edited(tenant('ada'), '  namespace: tenants\n', '');
    const { code, stderr } = await runOn(versions([platform('one'), ada], [platform('two'), ada]), 'diff', 'main');
    assert.is(code, 1);
    assert.match(stderr, /ada\.yaml:3:1 error unsafe-change metadata\.namespace: .* from "one" to "two"/);
  });
});

suite('diff of Git revisions', (test) => {
  test('reads them without a checkout, from any directory of the repository', () =>
    inSandbox(({ write, git, leasehold, remove, path, root }) => {
      git('init', '-q', '-b', 'main');
      write('infra/tenants/ada.yaml', kleffTenant('ada'));
      write('infra/tenants/größe und platz.yaml', kleffTenant('bob'));
      write('infra/tenants/.hidden.yaml', ':');
      write('infra/tenants/base.txt', kleffTenant('not-read'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      write('infra/tenants/ada.yaml', kleffTenant('ada', 'pro'));
      git('commit', '-qam', 'two');
      remove('infra/tenants/ada.yaml');
      const both = leasehold('diff', 'HEAD~1', 'main', '--path', 'infra/tenants');
      assert.match(both.stdout, /\n1 tenant: 0 added, 3 changed, 0 removed; 3 routine\n$/, both.stderr);
      assert.match(
        leasehold('diff', 'main', '--path', 'infra/tenants').stdout,
        /1 tenant: 0 added, 0 changed, 6 removed; 1 data-loss/,
      );
      assert.is(git('status', '--porcelain').trim(), 'D infra/tenants/ada.yaml');
      assert.ok(root.length > 0 && path('x').startsWith(root));
    }));

  test('treats links as in a directory: followed within, refused outside', () =>
    inSandbox(({ write, git, leasehold, path }) => {
      git('init', '-q', '-b', 'main');
      write('tenants/ada.yaml', kleffTenant('ada'));
      symlinkSync('../outside.yaml', path('tenants/out.yaml'));
      git('add', '-A');
      git('commit', '-qm', 'one');
      const { code, stderr } = leasehold('diff', 'main', 'main');
      assert.is(code, 1);
      assert.match(stderr, /^tenants\/out\.yaml:1:1 error unreadable-file: .* is a link that leaves the repository/);
    }));

  test('says when there is no such revision, path or repository', () =>
    inSandbox(({ write, git, leasehold }) => {
      write('tenants/ada.yaml', kleffTenant('ada'));
      assert.match(leasehold('diff', 'main').stderr, /^leasehold: fatal: not a git repository/);
      git('init', '-q', '-b', 'main');
      git('add', '-A');
      git('commit', '-qm', 'one');
      assert.match(
        leasehold('diff', 'nope').stderr,
        /^leasehold: nope is neither a directory nor a revision of this repository\n/,
      );
      assert.match(leasehold('diff', 'main', '--path', 'nope').stderr, /^leasehold: main has no files below nope\n/);
      assert.is(leasehold('diff', '--', '--upload-pack=touch pwned').code, 2);
      assert.is(leasehold('diff', 'main').stdout, 'no object differs\n');
    }));
});

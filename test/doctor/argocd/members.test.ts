import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { finds, findsOnly } from './finds.ts';
import { account, memberApplication, roleFor, serverRole, tenantProject } from './member-objects.ts';
import { complete, plugin, project, setOf, settings, withParameters } from './mistake.ts';
import { type ArgoCdObject, config, params } from './objects.ts';

const enabled = settings({ 'application.sync.impersonation.enabled': 'true' });
const optional = settings({
  'application.sync.impersonation.enabled': 'true',
  'application.sync.impersonation.enforced': 'false',
});
const oneTenant = withParameters({ tenant: 'acme' });
const of = (...objects: readonly ArgoCdObject[]) => finds(...complete(oneTenant, ...objects));
const server = 'https://kubernetes.default.svc';
const diff = config('argocd-cmd-params-cm', { ...params, 'controller.diff.server.side': 'true' });

suite('the doctor for Argo CD, for Applications of members,', (test) => {
  test('requires impersonation, because objects in other objects pass every check of a project', () => {
    for (const action of ['create', 'update', 'sync', '*'])
      assert.is(of(tenantProject({}, action), settings()).length, 1, action);
    const creator = roleFor('acme', 'create');
    const policies = creator.policies.map((policy) => policy.replace('applications', 'applicationsets'));
    assert.is(of(tenantProject({ roles: [{ ...creator, policies }] }), settings()).length, 1);
    assert.equal(of(tenantProject(), enabled), []);
  });

  test('requires nothing if members only read, or have no limits, or if nobody has the role', () => {
    const free = {
      destinations: [{ server: '*', namespace: '*' }],
      clusterResourceWhitelist: [{ group: '*', kind: '*' }],
    };
    const { groups: _, ...unused } = roleFor('acme', '*');
    for (const own of [
      tenantProject({}, 'get', 'action/*'),
      tenantProject(free),
      tenantProject({ roles: [unused] }),
      tenantProject({ roles: [] }),
    ])
      assert.equal(of(own, settings(), diff), []);
    assert.is(of(tenantProject({ roles: [{ ...unused, jwtTokens: [{ iat: 1 }] }] }), settings()).length, 1);
  });

  test('requires an account for each destination', () => {
    const countFor = (...accounts: readonly object[]) =>
      of(tenantProject({ destinationServiceAccounts: accounts }), optional).length;
    assert.is(countFor(account('acme-dev')), 1);
    for (const namespace of ['*', 'acme-*']) assert.is(countFor(account(namespace)), 0, namespace);
    assert.is(countFor(account('acme-dev'), account('acme-prod')), 0);
    assert.is(countFor({ ...account(), server: 'https://eu.example.com' }), 1);
    const wildcard = { destinations: [{ server, namespace: 'acme-*' }] };
    const withWildcard = (namespace: string) =>
      of(tenantProject({ ...wildcard, destinationServiceAccounts: [account(namespace)] }), optional).length;
    assert.equal(['acme-*', 'acme*', 'acme-dev', 'acme-?'].map(withWildcard), [0, 0, 1, 1]);
  });

  test('rejects comparisons by dry runs, in all values that Argo CD reads as true', () => {
    for (const value of ['true', '1', 'T', 'false', ''])
      assert.is(
        of(
          tenantProject(),
          enabled,
          config('argocd-cmd-params-cm', { ...params, 'controller.diff.server.side': value }),
        ).length,
        ['false', ''].includes(value) ? 0 : 1,
        value,
      );
    assert.equal(of(tenantProject(), enabled, memberApplication('ServerSideDiff=false')), []);
    assert.equal(of(diff), []);
  });

  test('warns about an Application of several tenants, all of whose syncs a member can stop', () => {
    const found = (application: ArgoCdObject, ...objects: readonly ArgoCdObject[]) =>
      finds(...complete(application, enabled, ...objects));
    for (const application of [plugin(), setOf()])
      assert.match(
        found(application, tenantProject()).join('\n'),
        'members of AppProject argocd/acme can stop every sync',
      );
    assert.equal(found(plugin(), tenantProject({}, 'get')), []);
    assert.equal(found(oneTenant, tenantProject()), []);
  });

  test('is not misled by an Application of a member with a name like those of the platform', () => {
    const { metadata, ...rest } = memberApplication('');
    const own = { ...rest, metadata: { ...(metadata as object), name: 'acme-leasehold' } };
    const found = of(tenantProject(), settings(), own);
    assert.ok(
      found.some((one) => one.includes('with its own account')),
      found.join('\n'),
    );
  });

  test('names two of many projects, and counts the others', () => {
    const projects = ['a', 'b', 'c'].map((name) => ({
      ...tenantProject(),
      metadata: { name, namespace: 'argocd' },
    }));
    findsOnly(['members of AppProject argocd/a, AppProject argocd/b and 1 more'], ...complete(oneTenant, ...projects));
  });

  test('finds nothing in an Argo CD without leasehold, except in projects that leasehold renders', () => {
    assert.equal(finds(tenantProject(), settings()), []);
    const labels = { 'app.kubernetes.io/managed-by': 'leasehold' };
    const rendered = { ...tenantProject(), metadata: { name: 'acme', namespace: 'argocd', labels } };
    assert.is(finds(rendered, settings()).length, 1);
  });
});

suite("the doctor for Argo CD, for dry runs of Argo CD's server,", (test) => {
  const viewers = [tenantProject({}, 'get'), enabled];
  const readonly = config('argocd-rbac-cm', { 'policy.default': 'role:readonly' });

  test('reports a server that can patch Secrets while someone can get Applications', () => {
    const report = (...objects: readonly ArgoCdObject[]) => of(enabled, ...objects).join('\n');
    assert.match(
      report(tenantProject({}, 'get'), ...serverRole('*')),
      'members of AppProject argocd/acme can read every',
    );
    assert.match(report(readonly, ...serverRole('patch')), 'every user can read every');
    assert.equal(of(...viewers, ...serverRole('get', 'delete')), []);
    assert.equal(of(enabled, tenantProject({ roles: [] }), ...serverRole('patch')), []);
  });

  test('accepts the rule that rejects them, in the cluster or in the Platform', () => {
    const binding = (action: string) => ({
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: 'leasehold-dry-runs' },
      spec: { policyName: 'leasehold-dry-runs', validationActions: [action] },
    });
    const constraint = {
      kind: 'LeaseholdRule',
      metadata: { name: 'leasehold-dry-runs' },
      spec: { enforcementAction: 'deny', parameters: { rule: 'dry-runs' } },
    };
    const platform = (enforcement: object) => ({
      kind: 'Platform',
      metadata: { name: 'platform' },
      spec: { enforcement },
    });
    const count = (object: ArgoCdObject) => of(...viewers, ...serverRole('patch'), object).length;
    assert.equal([binding('Deny'), constraint, platform({})].map(count), [0, 0, 0]);
    const weak = [{ mode: 'warn' }, { backend: 'quotas' }, { modes: [{ mode: 'audit' }] }].map(platform);
    assert.equal([binding('Warn'), ...weak].map(count), [1, 1, 1, 1]);
  });

  test('lists the role if it is not in the input', () => {
    const text = complete(plugin(), ...viewers).map((one) => stringify(one));
    const { unexamined } = diagnose([{ path: 'argocd.yaml', text: text.join('---\n') }]);
    assert.equal(
      unexamined.map(({ what }) => what),
      ["ClusterRole of Argo CD's server"],
    );
  });
});

suite('the doctor for Argo CD, for the projects of the platform,', (test) => {
  const rbac = (data: Readonly<Record<string, string>>) => config('argocd-rbac-cm', data);

  test('accepts the namespaces of its own Applications, and roles that only read', () => {
    const own = project({ sourceNamespaces: ['argocd', 'teams'], roles: [roleFor('leasehold', 'get')] });
    assert.equal(finds(...complete(plugin({ metadata: { namespace: 'teams' } }), own, enabled)), []);
  });

  test('reads what policy.default allows, in all policies and modes', () => {
    const by = (role: string, csv: string, more: Readonly<Record<string, string>> = {}) =>
      of(rbac({ 'policy.default': role, 'policy.teams.csv': csv, ...more })).length;
    assert.equal([by('role:readonly', ''), by('', 'p, role:admin, *, *, *, allow'), by('role:admin', '')], [0, 0, 1]);
    assert.is(by('role:dev', 'g, role:dev, role:ops\np, role:ops, applications, sync, */*, allow'), 1);
    assert.is(by('role:dev', 'p, role:dev, projects, update, leasehold, allow'), 1);
    assert.is(by('role:dev', 'p, role:dev, applications, create, acme/*, allow'), 0);
    assert.is(by('role:dev', 'p, role:dev, applications, .*, lease.*/.*, allow', { 'policy.matchMode': 'regex' }), 1);
  });
});

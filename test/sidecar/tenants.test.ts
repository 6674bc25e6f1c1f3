import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { contracts } from '../../build/contracts.ts';
import { kinds } from '../../kinds/index.ts';
import { decideTenant, type TenantWrite } from '../../sidecar/tenants/decide.ts';
import { eventsOf } from '../../sidecar/tenants/event.ts';
import type { TenantResource, TenantView } from '../../sidecar/tenants/objects.ts';
import { toTenantResource } from '../../sidecar/tenants/project.ts';
import { tenantPatchOf } from '../../sidecar/tenants/write.ts';
import { suite } from '../harness.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const key = 'Deployment/tenants/org-acme';
const finalizer = 'kleff.io/namespace-finalizer';

const org: TenantResource = {
  collection: '/apis/tetrapus.io/v1alpha1/orgs',
  apiVersion: 'tetrapus.io/v1alpha1',
  kind: 'Org',
  namespace: 'tenants',
  name: 'acme',
  uid: '0123456789',
  resourceVersion: '7',
  tenant: 'acme',
  generation: 3,
  deletedAt: '',
  finalizers: [],
  instructions: { phase: true, workloads: [key] },
  status: {},
  otherWriters: [],
};
const tenant: TenantResource = {
  ...org,
  collection: '/apis/kleff.kleff.io/v1/tenants',
  kind: 'Tenant',
  finalizers: [finalizer],
  instructions: { conditions: ['NamespaceReady'], namespaces: ['user-1'], finalizer },
};
const deleted = { ...tenant, deletedAt: '2026-06-01T11:59:30Z' };
const active = { name: 'user-1', tenant: 'acme', isDeleting: false, blocking: [] };
const terminating = { name: 'user-1', tenant: 'acme', isDeleting: true, blocking: ['pods has 1 resource instances.'] };

suite('the phase of a tenant resource', (test) => {
  test('follows its workloads: Pending, Provisioned, then Running', () => {
    const phase = (view: TenantView) => statusIn(decideTenant(view, now).write)['phase'];
    assert.is(phase(viewOf(org)), 'Pending');
    assert.is(phase(viewOf(org, { isAvailable: false })), 'Provisioned');
    assert.is(phase(viewOf(org, { isAvailable: true })), 'Running');
  });

  test('is written once, with the generation it was observed at', () => {
    const view = viewOf(org, { isAvailable: true });
    const status = statusIn(decideTenant(view, now).write);
    assert.equal(status, { phase: 'Running', observedGeneration: 3 });
    assert.equal(decideTenant(viewOf({ ...org, status: { ...status, other: 1 } }, { isAvailable: true }), now), {});
  });

  test('is not written for a resource that leasehold did not render', () => {
    assert.equal(decideTenant(viewOf({ ...org, instructions: undefined }), now), {});
  });
});

suite('the conditions of a tenant resource', (test) => {
  test('follow from the namespace and keep the time of their last transition', () => {
    const ready = statusIn(decideTenant(viewOf(tenant, {}, [active]), now).write);
    const [condition] = ready['conditions'] as readonly Readonly<Record<string, string>>[];
    assert.equal(
      [condition?.['type'], condition?.['status'], condition?.['lastTransitionTime']],
      ['NamespaceReady', 'True', '2026-06-01T12:00:00Z'],
    );
    assert.equal(decideTenant(viewOf({ ...tenant, status: ready }, {}, [active]), now + 5000), {});
    const missing = statusIn(decideTenant(viewOf({ ...tenant, status: ready }), now + 5000).write);
    const [changed] = missing['conditions'] as readonly Readonly<Record<string, string>>[];
    assert.equal([changed?.['status'], changed?.['lastTransitionTime']], ['False', '2026-06-01T12:00:05Z']);
  });

  test('do not replace conditions of other programs', () => {
    const other = { type: 'Audited', status: 'True' };
    const status = statusIn(
      decideTenant(viewOf({ ...tenant, status: { conditions: [other] } }, {}, [active]), now).write,
    );
    assert.equal((status['conditions'] as readonly unknown[])[0], other);
  });

  test('report each transition with an event', () => {
    const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'False', reason: 'NotReady' }] };
    const events = eventsOf({ ...org, status: { phase: 'Pending' } }, status) as readonly Readonly<
      Record<string, unknown>
    >[];
    assert.equal(
      events.map(({ type, reason }) => [type, reason]),
      [
        ['Normal', 'Running'],
        ['Warning', 'NotReady'],
      ],
    );
    assert.equal(eventsOf({ ...org, status }, status), []);
  });
});

suite('the finalizer of a tenant resource', (test) => {
  test('is added before anything else, by a conditional patch', () => {
    const { write } = decideTenant(viewOf({ ...tenant, finalizers: ['a/b'] }, {}, [active]), now);
    assert.ok(write);
    assert.equal(write && tenantPatchOf(write), {
      path: '/apis/kleff.kleff.io/v1/namespaces/tenants/tenants/acme',
      body: { metadata: { resourceVersion: '7', finalizers: ['a/b', finalizer] } },
    });
  });

  test('stays while the namespace is being deleted, and the conditions name what blocks the deletion', () => {
    const { write, again } = decideTenant(viewOf(deleted, {}, [terminating]), now + 600_000);
    assert.is(again, undefined);
    assert.match(JSON.stringify(statusIn(write)), 'pods has 1 resource instances.');
  });

  test('is removed after the namespace is deleted', () => {
    assert.is(decideTenant(viewOf(deleted), now).write?.type, 'release-resource');
  });

  test('is removed after a minute if the namespace is kept, and the status reports it first', () => {
    assert.is(decideTenant(viewOf(deleted, {}, [active]), now).again, 30_000);
    const kept = decideTenant(viewOf(deleted, {}, [active]), now + 30_000).write;
    assert.match(JSON.stringify(statusIn(kept)), 'NamespaceKept');
    const reported = { ...deleted, status: statusIn(kept) };
    assert.is(decideTenant(viewOf(reported, {}, [active]), now + 31_000).write?.type, 'release-resource');
  });

  test('must have the domain of the group, regardless of the annotation', () => {
    for (const finalizer of ['foregroundDeletion', 'evil.io/namespace-finalizer', 'io/namespace-finalizer']) {
      const forged = { ...tenant, finalizers: [], instructions: { ...tenant.instructions, finalizer } };
      assert.is(decideTenant(viewOf(forged, {}, [active]), now).write?.type, 'status', finalizer);
    }
    const annotations = { 'leasehold.dev/status': '{"workloads":"x","fields":[]}' };
    const { instructions } = toTenantResource('/apis/a/v1/b', { metadata: { annotations } });
    assert.equal(instructions, { fields: {}, conditions: [], workloads: [], namespaces: [] });
    const broken = toTenantResource('/apis/a/v1/b', { metadata: { annotations: { 'leasehold.dev/status': '{' } } });
    assert.is(broken.instructions, undefined);
  });

  test('is removed when the annotation is removed', () => {
    assert.is(decideTenant(viewOf({ ...deleted, instructions: undefined }), now).write?.type, 'release-resource');
  });

  test('does not wait for the namespace that the resource is in', () => {
    const inside = { ...deleted, namespace: 'user-1' };
    assert.is(decideTenant(viewOf(inside, {}, [terminating]), now).write?.type, 'release-resource');
  });
});

suite('the counter of a tenant resource', (test) => {
  test('counts each version once', () => {
    const counted = { ...org, instructions: { counter: { field: 'helmRevision', version: 'b' } } };
    const status = statusIn(decideTenant(viewOf(counted), now).write);
    assert.equal(status, { helmRevision: 1, renderedVersion: 'b', observedGeneration: 3 });
    assert.equal(decideTenant(viewOf({ ...counted, status }), now), {});
    const next = { ...counted, status: { ...status, renderedVersion: 'a' } };
    assert.is(statusIn(decideTenant(viewOf(next), now).write)['helmRevision'], 2);
  });

  test('stays if the version that it counted is unknown', () => {
    const pruned = {
      ...org,
      status: { helmRevision: 7 },
      instructions: { counter: { field: 'helmRevision', version: 'b' } },
    };
    assert.is(statusIn(decideTenant(viewOf(pruned), now).write)['helmRevision'], 7);
  });
});

suite('the installation of the status', (test) => {
  test('passes --status for each kind with a live status', () => {
    const page = readFileSync('plugin/install/sidecar-status/kustomization.yaml', 'utf8');
    const followed = [...page.matchAll(/--status=(\S+)/g)].map(([, path]) => path);
    const paths = kinds
      .filter(({ hasLiveStatus }) => hasLiveStatus)
      .map(({ id }) => `/apis/${contracts[id].apiVersion}/${contracts[id].plural}`);
    assert.equal(followed, [...paths].sort());
  });
});

function viewOf(
  resource: TenantResource,
  workload: { readonly isAvailable?: boolean } = {},
  namespaces: readonly (typeof active | typeof terminating)[] = [],
): TenantView {
  const { isAvailable } = workload;
  const found = isAvailable === undefined ? [] : [[key, { key, isAvailable }] as const];
  return {
    resource,
    ...{ owner: 'acme', unknown: [] },
    workloads: new Map(found),
    namespaces: new Map(namespaces.map((namespace) => [namespace.name, namespace])),
  };
}

function statusIn(write: TenantWrite | undefined): Readonly<Record<string, unknown>> {
  if (write?.type !== 'status') throw new Error(`expected a write of the status, got ${write?.type}`);
  return write.status;
}

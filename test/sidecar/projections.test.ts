import * as assert from 'uvu/assert';
import { ObjectScanner } from '../../cluster/object-scanner.ts';
import { outcomeOf } from '../../sidecar/decide/retention.ts';
import { namespacePart, resourcePart, workloadPart } from '../../sidecar/tenants/projections.ts';
import { type Part, parts } from '../../sidecar/work/projections.ts';
import { suite } from '../harness.ts';
import { view } from './examples.ts';

const metadata = {
  ...{ namespace: 'acme-dev', name: 'web', uid: 'uid-1', resourceVersion: '7', generation: 3 },
  ...{ deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['leasehold.dev/volume', 'a/b'] },
  labels: { 'leasehold.dev/tenant': 'acme', other: 'x' },
  annotations: {
    'leasehold.dev/volumes': 'retain',
    'leasehold.dev/claim': 'acme-dev/data',
    'leasehold.dev/reclaim-policy': 'Delete',
    'leasehold.dev/status': '{"phase":true}',
  },
  ownerReferences: [{ kind: 'Pod', name: 'web' }],
  managedFields: [{ manager: 'other', subresource: 'status', fieldsV1: {} }],
};

/** Has every field that a projection reads. */
const object = {
  ...{ apiVersion: 'tetrapus.io/v1alpha1', kind: 'Org', metadata },
  spec: {
    ...{ volumeName: 'pv-1', persistentVolumeReclaimPolicy: 'Retain', replicas: 2, template: {} },
    claimRef: { namespace: 'acme-dev', name: 'data', uid: 'uid-2' },
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: {} }, { metadata: { name: 'log' } }],
  },
  status: {
    ...{ phase: 'Bound', observedGeneration: 3, updatedReplicas: 2, availableReplicas: 2, readyReplicas: 2 },
    conditions: [{ type: 'A', status: 'True', message: 'some content remains' }],
  },
};

const all: Readonly<Record<string, Part<unknown>>> = {
  ...parts,
  ...{ resource: resourcePart('/apis/tetrapus.io/v1alpha1/orgs'), tenantNamespace: namespacePart },
  ...{ deployment: workloadPart('Deployment'), statefulSet: workloadPart('StatefulSet') },
};

function read({ selection, project }: Part<unknown>, text: string): unknown {
  const scanner = new ObjectScanner(selection);
  scanner.add(text, 0);
  return project(scanner.value(), scanner.isPartial);
}

suite('the fields of objects that the sidecar reads', (test) => {
  for (const [name, part] of Object.entries(all))
    test(`are all that its decisions depend on: ${name}`, () =>
      assert.equal(read(part, JSON.stringify(object)), part.project(object)));
});

suite('a claim whose finalizers are too large to read from a list', (test) => {
  test('is read before each decision', () => {
    const finalizers = Array.from({ length: 100_000 }, () => 'a/b');
    const claim = read(parts.cachedClaim, JSON.stringify({ ...object, metadata: { ...metadata, finalizers } }));
    assert.equal(claim, { ...(parts.cachedClaim.project(object) as object), finalizers: [], isUnread: true });
  });
});

suite('a StatefulSet whose volume claim templates are too large to read from a list', (test) => {
  const claim = { ...view.claim, namespace: 'acme-dev', name: 'data-web-0', requestedRetention: undefined, tenant: '' };
  const outcomeWith = (policy: string) => {
    const volumeClaimTemplates = Array.from({ length: 100_000 }, () => ({ metadata: { name: 'data' } }));
    const annotations = { 'leasehold.dev/volumes': policy };
    const text = JSON.stringify({ metadata: { ...metadata, annotations }, spec: { volumeClaimTemplates } });
    const templates = [read(parts.templates, text) as ReturnType<typeof parts.templates.project>];
    return outcomeOf({ claim, namespace: undefined, templates });
  };

  test('can retain the volumes of its claims, but not prune them', () => {
    assert.is(outcomeWith('retain'), 'retain');
    assert.is(outcomeWith('prune'), 'none');
  });
});

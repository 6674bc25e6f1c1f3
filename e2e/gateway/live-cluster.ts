import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { claimAnnotation, reclaimPolicyAnnotation } from '../../kubernetes/retention.ts';
import { prepare } from '../apply-again.ts';
import { clusterOf, complaints } from '../cluster.ts';
import { type ControlPlane, sharedControlPlane } from '../control-plane.ts';
import type { KubeObject } from '../manifests.ts';
import { renderSamples } from '../product.ts';
import { kept } from '../workloads.ts';

/** The account with which the gateway reads the cluster. */
export const reader = 'console-reader';
const platform = 'multi-tenant-operator';

/** The Application, whose namespace no Argo CD reads: the test writes its status. */
export const ownApplication = { application: 'tenants', namespace: 'gitops' } as const;

const role: KubeObject = {
  ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: reader } },
  rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }],
};
export const binding: KubeObject = {
  ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: reader } },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: reader },
  subjects: [{ kind: 'ServiceAccount', name: reader, namespace: 'pay-dev' }],
};
const volume: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'PersistentVolume' },
  metadata: {
    name: 'retained-orders',
    labels: { 'leasehold.dev/tenant': 'pay' },
    annotations: { [claimAnnotation]: 'pay-dev/orders', [reclaimPolicyAnnotation]: 'Delete' },
  },
  spec: {
    ...{ capacity: { storage: '7Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'retained' },
    ...{ persistentVolumeReclaimPolicy: 'Retain', hostPath: { path: '/never-mounted' } },
    claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'pay-dev', name: 'orders', uid: 'gone' },
  },
};

/** A tenant that no test applies. */
const absent = `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: absent, namespace: tenants}
spec: {plan: basic, userId: absent, username: absent}
`;

/** Files that add a database and the jobs of showback to the platform of the samples, and a tenant that is not applied. */
export function platformFiles(): Readonly<Record<string, string>> {
  const components = {
    ...{ showback: true, opencost: { mode: 'Disabled' } },
    postgres: { values: { auth: { existingSecret: 'costs' } } },
    prometheus: { mode: 'External', external: { serverURL: 'http://prometheus.monitoring:9090' } },
  };
  const config = 'tenants/mto-integration-config.yaml';
  const costs = ['price-book', 'offering-postgres', 'subscription-pay-postgres'];
  const moved = costs.map((name) => {
    const path = `tenants/finops-${name}.yaml`;
    return [path, readFileSync(path, 'utf8').replaceAll('finops-operator-system', platform)] as const;
  });
  const text = `${readFileSync(config, 'utf8')}  components: ${JSON.stringify(components)}\n`;
  return { ...Object.fromEntries(moved), [config]: text, 'tenants/absent.yaml': absent };
}

/** A control plane with the sample tenants pay and lab, a part of the platform, and a retained volume. */
export async function liveCluster() {
  const plane = await sharedControlPlane();
  const apply = (objects: readonly KubeObject[]) => applyObjects(plane, objects);
  const kubectl = (...args: readonly string[]) => {
    const { status, stdout, stderr } = plane.kubectl(args);
    assert.is(status, 0, stderr);
    return stdout;
  };
  const hasArgoCd = plane.kubectl(['get', 'crd', definition.metadata.name]).status === 0;
  await apply([...renderSamples().filter(isShown), ...ownObjects(), ...(hasArgoCd ? [] : [definition])]);
  await apply([application]);
  return { plane, apply, kubectl };
}

/** True for the objects of the sample tenants pay and lab, except bindings of admission policies. */
function isShown({ kind, metadata }: KubeObject): boolean {
  return kind !== 'ValidatingAdmissionPolicyBinding' && /^(pay|lab)/.test(metadata.namespace ?? metadata.name);
}

function ownObjects(): readonly KubeObject[] {
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: reader, namespace: 'pay-dev' } };
  const spaces = [platform, ownApplication.namespace].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  }));
  const workloads = [deployment('web', 2, {}), deployment('night', 0, { [kept]: '3' })];
  return [...spaces, account, role, binding, volume, ...workloads, database];
}

function deployment(name: string, replicas: number, annotations: object): KubeObject {
  const labels = { app: name };
  const resources = { requests: { cpu: '250m', memory: '128Mi' }, limits: { cpu: '300m', memory: '256Mi' } };
  const containers = [{ name: 'main', image: 'example.com/main:1', resources }];
  return {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'pay-dev', annotations } },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
}

/** No node can run its pod, so it does not become ready. */
const database: KubeObject = {
  ...{ apiVersion: 'apps/v1', kind: 'StatefulSet' },
  metadata: { name: 'tenant-operator-postgresql', namespace: platform },
  spec: {
    ...{ replicas: 1, serviceName: 'db', selector: { matchLabels: { app: 'db' } } },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: { nodeSelector: { none: 'such' }, containers: [{ name: 'db', image: 'example.com/postgres:15' }] },
    },
  },
};

/** The Application kind, in a cluster without Argo CD. */
const definition: KubeObject = {
  ...{ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
  metadata: { name: 'applications.argoproj.io' },
  spec: {
    ...{ group: 'argoproj.io', scope: 'Namespaced' },
    names: { kind: 'Application', plural: 'applications', singular: 'application', listKind: 'ApplicationList' },
    versions: [
      {
        ...{ name: 'v1alpha1', served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

const application: KubeObject = {
  ...{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' },
  metadata: { name: ownApplication.application, namespace: ownApplication.namespace },
  spec: { project: 'default', destination: {}, source: { repoURL: 'https://git.example.com/tenants' } },
  status: {
    ...{ sync: { status: 'OutOfSync', revision: 'abcdef0123456789' }, health: { status: 'Degraded' } },
    resources: [
      ...['pay-dev', 'pay-prod'].map((name) => ({ kind: 'Namespace', name, status: 'Synced' })),
      { kind: 'ResourceQuota', namespace: 'pay-dev', name: 'mto-quota', status: 'OutOfSync' },
      {
        ...{ kind: 'Deployment', group: 'apps', namespace: 'pay-prod', name: 'ledger', status: 'Synced' },
        health: { status: 'Degraded' },
      },
    ],
  },
};

async function applyObjects({ api }: ControlPlane, objects: readonly KubeObject[]): Promise<void> {
  const cluster = clusterOf(api);
  await prepare(cluster, objects);
  assert.equal(complaints(await cluster.apply(objects, { force: true })), []);
}

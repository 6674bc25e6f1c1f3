import type { KubeObject } from './manifests.ts';
import type { System } from './operator-systems.ts';

interface OperatorObjects {
  readonly definitions: readonly KubeObject[];
  /** The paths of the kinds. */
  readonly paths: readonly string[];
  /** The operator with its webhook, and a workload and a volume claim in the first namespace of the tenant. */
  readonly workload: readonly KubeObject[];
}

/** Objects in the cluster in addition to the objects of the fixture. */
export function operatorObjects({ kinds, operatorNamespace, namespaces, name }: System): OperatorObjects {
  return {
    definitions: kinds.map(([group, version, kind, plural, isNamespaced]) => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        names: { kind, plural },
        scope: isNamespaced ? 'Namespaced' : 'Cluster',
        versions: [
          {
            name: version,
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    })) as unknown as readonly KubeObject[],
    paths: kinds.map(([group, version, , plural]) => `/apis/${group}/${version}/${plural}`),
    workload: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: operatorNamespace } },
      deployment('operator', operatorNamespace),
      webhook(name, operatorNamespace),
      deployment('web', namespaces[0] ?? ''),
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data', namespace: namespaces[0] },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ] as unknown as readonly KubeObject[],
  };
}

function deployment(name: string, namespace: string): object {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name, image: 'registry.k8s.io/pause:3.10' }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: { replicas: 1, selector: { matchLabels: labels }, template },
  };
}

/** Selects only objects with a label that no object has, because the operator that would respond does not run. */
function webhook(name: string, namespace: string): object {
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['namespaces'] };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: `${name}-validating-webhook-configuration` },
    webhooks: [
      {
        name: `namespaces.${name}.example.com`,
        clientConfig: { service: { name: 'webhook', namespace } },
        objectSelector: { matchLabels: { 'migration.example.com/rejected': 'true' } },
        rules: [rule],
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  };
}

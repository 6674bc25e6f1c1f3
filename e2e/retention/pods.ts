import type { Api } from '../api.ts';
import type { KubeObject } from '../manifests.ts';
import { lateClass } from './provisioner.ts';
import { claim } from './tenants.ts';

/** The claim with the class whose volumes are bound when a Pod is scheduled. */
export function late(object: KubeObject): KubeObject {
  return { ...object, spec: { ...(object['spec'] as object), storageClassName: lateClass.metadata.name } };
}

function podSpec(claimName: string): object {
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName } }];
  return { containers: [{ name: 'main', image: 'example.com/main:1' }], volumes };
}

export function pod(namespaceName: string, claimName: string): KubeObject {
  const metadata = { name: 'pod', namespace: namespaceName };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: podSpec(claimName) };
}

export async function deletePod(api: Api, namespaceName: string, name: string): Promise<void> {
  const query = { gracePeriodSeconds: '0' };
  await api.request('DELETE', `/api/v1/namespaces/${namespaceName}/pods/${name}`, { query });
}

export function statefulSet(namespaceName: string): KubeObject {
  const labels = { app: 'db' };
  const { spec } = claim(namespaceName, 'data') as unknown as { readonly spec: object };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: namespaceName, annotations: { 'leasehold.dev/volumes': 'retain' } },
    spec: {
      serviceName: 'db',
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example.com/main:1' }] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }],
    },
  };
}

/** StatefulSets without replicas. */
export function idleSets(namespaceName: string, count: number): readonly KubeObject[] {
  const { spec, ...set } = statefulSet(namespaceName) as KubeObject & { readonly spec: object };
  const metadata = (index: number) => ({ name: `idle-${index}`, namespace: namespaceName });
  return Array.from({ length: count }, (_, index) => ({
    ...set,
    metadata: metadata(index),
    spec: { ...spec, replicas: 0 },
  }));
}

import type { SourceFile } from '../../leasehold.ts';
import { runOn } from './fake-ports.ts';
import { kleffTenant } from './sandbox.ts';

export interface Content {
  /** The files in the directory of tenants. */
  readonly files?: readonly SourceFile[];
  readonly persistentvolumes: readonly object[];
  readonly claims: readonly object[];
  readonly namespaces: readonly object[];
}

export const cluster: Content = {
  persistentvolumes: [
    volume(
      'pv-2',
      'shop',
      'market',
      { uid: 'gone' },
      { phase: 'Released', lastPhaseTransitionTime: '2026-03-01T00:00:00Z' },
    ),
    volume('pv-1', 'acme', 'acme-dev', {}, { phase: 'Available', lastPhaseTransitionTime: '2026-01-01T00:00:00Z' }),
    { metadata: { name: 'of-nobody' }, spec: {} },
  ],
  claims: [],
  namespaces: [],
};

export async function volumes(content: Content, ...words: readonly string[]) {
  const patches: unknown[] = [];
  const kubectl = (args: readonly string[]) => {
    const [verb] = args;
    const patch = args.find((word) => word.startsWith('--patch='));
    if (verb === 'patch' && patch) patches.push(JSON.parse(patch.slice('--patch='.length)));
    return { ok: true, stdout: listOf(content), stderr: '' };
  };
  const trees = { tenants: content.files ?? [{ path: 'tenants/acme.yaml', text: kleffTenant('acme') }] };
  const texts = { 'cluster.json': listOf(content) };
  const ran = await runOn({ kubectl, trees, texts, now: '2026-03-05T00:00:00Z' }, 'volumes', ...words);
  return { ...ran, patches };
}

/** The output of kubectl get. */
function listOf({ persistentvolumes, claims, namespaces }: Content): string {
  const ofKind = (kind: string, objects: readonly object[]) =>
    objects.map((object) => ({ apiVersion: 'v1', kind, ...object }));
  const items = [
    ...ofKind('PersistentVolume', persistentvolumes),
    ...ofKind('PersistentVolumeClaim', claims),
    ...ofKind('Namespace', namespaces),
  ];
  return JSON.stringify({ kind: 'List', items });
}

export function namespace(name: string, tenant: string): object {
  return { metadata: { name, labels: { 'leasehold.dev/tenant': tenant } } };
}

export function volume(
  ...[name, tenant, namespaceName, reference, status]: readonly [string, string, string, object, object]
): object {
  const annotations = { 'leasehold.dev/claim': `${namespaceName}/data`, 'leasehold.dev/reclaim-policy': 'Delete' };
  const labels = { 'leasehold.dev/tenant': tenant };
  const claimRef = { namespace: namespaceName, name: 'data', ...reference };
  const spec = { persistentVolumeReclaimPolicy: 'Retain', capacity: { storage: '1Gi' }, claimRef };
  return { metadata: { name, uid: `uid-${name}`, resourceVersion: '7', labels, annotations }, spec, status };
}

import { contracts } from '../../build/contracts.ts';
import { compare } from '../../data/order.ts';
import { digest } from '../../data/sha256.ts';
import { mappingAt, type Path, type Tree } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { syncOptionsAnnotation, syncWaveAnnotation } from '../../kubernetes/argocd-annotations.ts';
import { type StatusInstructions, statusAnnotation } from '../../kubernetes/live-status.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import type { LiveStatus } from '../kind/live-status.ts';
import type { Resource } from '../kind/resource.ts';
import type { Manifest } from '../print/manifest.ts';
import type { Source } from './to-manifest.ts';
import { waveOf } from './waves.ts';

/**
 * The tenant resource itself, so that the cluster shows it with a status. Its labels and annotations stay in Git, because
 * Argo CD and other programs act on some of them. Its sync wave is that of its Namespace. With a later wave, Argo CD would
 * not delete the Namespace before the resource is gone, and the resource is only gone after its Namespace.
 */
export function resourceManifest(
  resource: Resource,
  liveStatus: LiveStatus,
  manifests: readonly Manifest[],
  { tenant, origin, file, labels }: Source,
): Manifest {
  const { apiVersion, kind } = contracts[resource.kind];
  const { namespace, name } = resource;
  const wave = waveOf('', 'Namespace');
  const annotations = {
    [syncOptionsAnnotation]: 'SkipDryRunOnMissingResource=true',
    [syncWaveAnnotation]: String(wave),
    [statusAnnotation]: JSON.stringify(instructionsFor(resource, liveStatus, manifests)),
  };
  const spec = (liveStatus.hidden ?? []).reduce(without, mappingAt(resource.body, 'spec'));
  const object = {
    apiVersion,
    kind,
    metadata: { annotations, labels, name, namespace },
    spec: { ...spec, ...liveStatus.shown },
  };
  const text = `${printYaml(object, 0).slice(1)}\n`;
  const id = { group: groupOf(apiVersion), kind, namespace, name };
  return { id, tenant, origin, file, shape: 'resource', wave, text };
}

function without(tree: Tree, [step = '', ...rest]: Path): Tree {
  const { [step]: value, ...others } = tree;
  if (value === undefined || rest.length === 0) return others;
  return { ...others, [step]: without(mappingAt(tree, step), rest) };
}

/** Sets no finalizer for a resource in a namespace that it creates, because each would wait for the deletion of the other. */
function instructionsFor(
  resource: Resource,
  { fields, phase, conditions, workloads = [], finalizer, counter }: LiveStatus,
  manifests: readonly Manifest[],
): StatusInstructions {
  const own = manifests.filter(({ id }) => id.group === 'apps' && isWorkload(id.kind));
  const needed = [...own.map(({ id }) => `${id.kind}/${id.namespace}/${id.name}`), ...workloads].sort(compare);
  const namespaces = manifests.filter(({ id }) => id.group === '' && id.kind === 'Namespace').map(({ id }) => id.name);
  const version = () => digest(manifests.map(({ text }) => text).join('---\n')).slice(0, 20);
  return {
    ...(fields ? { fields } : {}),
    ...(phase ? { phase } : {}),
    ...(conditions ? { conditions } : {}),
    ...(needed.length > 0 ? { workloads: needed } : {}),
    ...(namespaces.length > 0 ? { namespaces: [...namespaces].sort(compare) } : {}),
    ...(finalizer === undefined || namespaces.includes(resource.namespace) ? {} : { finalizer }),
    ...(counter === undefined ? {} : { counter: { field: counter, version: version() } }),
  };
}

function isWorkload(kind: string): boolean {
  return kind === 'Deployment' || kind === 'StatefulSet';
}

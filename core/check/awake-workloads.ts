import { listAt, textAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import type { Manifest } from '../print/manifest.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import { hibernationExclusion, hibernationRole } from '../settings/hibernation.ts';

/**
 * Warns about StatefulSets in hibernating namespaces that do not sleep: Kubernetes would delete their volume claims when they are
 * scaled down.
 */
export function awakeWorkloads(manifests: readonly Manifest[]): readonly UnlocatedProblem[] {
  const bindings = manifests.filter(({ id }) => id.kind === 'RoleBinding' && id.name === hibernationRole);
  const asleep = new Set(bindings.map(({ id }) => id.namespace));
  if (asleep.size === 0) return [];
  return manifests
    .filter(({ id, text }) => id.kind === 'StatefulSet' && asleep.has(id.namespace) && text.includes('whenScaled'))
    .flatMap((manifest) => (deletesClaims(manifest) ? problemOf(manifest) : []));
}

function deletesClaims({ text }: Manifest): boolean {
  const tree = readObject(text);
  return (
    textAt(tree, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenScaled') === 'Delete' &&
    listAt(tree, 'spec', 'volumeClaimTemplates').length > 0 &&
    textAt(tree, 'metadata', 'annotations', hibernationExclusion) !== 'true'
  );
}

function problemOf({ id, origin, tenant }: Manifest): readonly UnlocatedProblem[] {
  if (!origin) return [];
  return [
    {
      code: 'risky-value',
      origin,
      place: atValue(['metadata', 'name']),
      message: `${formatId(id)} does not sleep with its namespace: whenScaled is Delete, so its volume claims would be deleted`,
      fix: `set whenScaled to Retain, or set the annotation ${hibernationExclusion} of the StatefulSet to "true"`,
      tenants: [tenant],
    },
  ];
}

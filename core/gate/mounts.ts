import { type Path, pathsIn, type Tree, textAt } from '../../data/tree.ts';
import { containersOf, type PodAt } from '../../kubernetes/pod-security/pods.ts';
import { type ObjectUse, usesExcept } from './field-uses.ts';
import { variableUses } from './variables.ts';
import { otherTypes } from './volumes.ts';

/**
 * Mounts of volumes that can contain data of other tenants. A trusted author can have written such a volume, and a parameter
 * its folder. All fields of a mount together decide what it mounts, except its path in the container. So do the variables that
 * `subPathExpr` names.
 */
export function mountUses(object: Tree, { path, pod }: PodAt): readonly ObjectUse[] {
  const shareable = shareableVolumes(object, [...path, 'spec', 'volumes']);
  if (shareable.size === 0) return [];
  return containersOf(pod).flatMap((container) => {
    const at = [...path, ...container.path];
    const mounts = pathsIn(object, [...at, 'volumeMounts']);
    const shared = mounts.filter((mount) => shareable.has(textAt(object, ...mount, 'name')));
    const folders = shared.map((mount) => textAt(object, ...mount, 'subPathExpr'));
    return [
      ...shared.flatMap((mount) => usesExcept(object, mount, ['mountPath', 'mountPropagation'])),
      ...variableUses(object, at, { texts: folders, field: [...at, 'volumeMounts', 'subPathExpr'] }),
    ];
  });
}

function shareableVolumes(object: Tree, volumes: Path): ReadonlySet<string> {
  const shareable = pathsIn(object, volumes).filter((volume) => otherTypes(object, volume).length > 0);
  return new Set(shareable.map((volume) => textAt(object, ...volume, 'name')));
}

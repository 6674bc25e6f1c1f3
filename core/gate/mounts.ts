import { type Path, pathsIn, type Tree, textAt } from '../../data/tree.ts';
import { containersOf, type PodAt } from '../../kubernetes/pod-security/pods.ts';
import { missingUses, type ObjectUse, partUse, usesExcept } from './field-uses.ts';
import { variableUses } from './variables.ts';
import { otherTypes } from './volumes.ts';

/**
 * Mounts of volumes that can contain data of other tenants. A trusted author can have written such a volume, and a parameter
 * its folder. All fields of a mount together decide what it mounts, except its path in the container. So do the variables that
 * `subPathExpr` names. Without a folder, it mounts the whole volume.
 */
export function mountUses(object: Tree, { path, pod }: PodAt): readonly ObjectUse[] {
  const shareable = shareableVolumes(object, [...path, 'spec', 'volumes']);
  if (shareable.size === 0) return [];
  return containersOf(pod).flatMap((container) => {
    const at = [...path, ...container.path];
    const shared = mountsOf(object, [...at, 'volumeMounts'], shareable);
    const folders = shared.map((mount) => textAt(object, ...mount, 'subPathExpr'));
    return [
      ...shared.flatMap((mount) => usesExcept(object, mount, ['mountPath', 'mountPropagation'])),
      ...shared.map((mount) => partUse(mount)),
      ...folderUses(object, shared),
      ...variableUses(object, at, { texts: folders, field: [...at, 'volumeMounts', 'subPathExpr'] }),
    ];
  });
}

function shareableVolumes(object: Tree, volumes: Path): ReadonlySet<string> {
  const shareable = pathsIn(object, volumes).filter((volume) => otherTypes(object, volume).length > 0);
  return new Set(shareable.map((volume) => textAt(object, ...volume, 'name')));
}

/** Mounts of several lists without a folder of their shareable volume. */
export function wholeVolumeUses(object: Tree, lists: readonly Path[], volumes: Path): readonly ObjectUse[] {
  return folderUses(object, sharedMounts(object, lists, volumes));
}

/** The mounts of several lists that are of shareable volumes. */
export function sharedMounts(object: Tree, lists: readonly Path[], volumes: Path): readonly Path[] {
  const shareable = shareableVolumes(object, volumes);
  return lists.flatMap((mounts) => mountsOf(object, mounts, shareable));
}

function mountsOf(object: Tree, mounts: Path, volumes: ReadonlySet<string>): readonly Path[] {
  return pathsIn(object, mounts).filter((mount) => volumes.has(textAt(object, ...mount, 'name')));
}

function folderUses(object: Tree, mounts: readonly Path[]): readonly ObjectUse[] {
  const whole = mounts.filter((mount) => textAt(object, ...mount, 'subPathExpr') === '');
  return missingUses(object, whole, ['subPath']);
}

import { wholeVolumeUses } from '../../../core/gate/mounts.ts';
import { tolerationUses } from '../../../core/gate/pods.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { Use } from '../../../core/settings/use.ts';
import { type Path, pathsIn, type Tree } from '../../../data/tree.ts';

const primary = ['spec', 'values', 'postgresql', 'primary'];

/**
 * Fields of tolerations and mounts that limit them. A Grant of the other fields of an item allows no item without these. At the
 * item itself, because the field is absent or empty.
 */
export function podUses({ body: given }: Resource<'kryton'>): readonly Use[] {
  const body: Tree = { ...given };
  const tolerations = [
    ['spec', 'values', 'tolerations'],
    [...primary, 'tolerations'],
  ];
  const uses = [
    ...tolerations.flatMap((list) => tolerationUses(body, list)),
    ...mountLists(body).flatMap((mounts) => wholeVolumeUses(body, mounts, [...primary, 'extraVolumes'])),
  ];
  return uses.map((use) => ({ ...use, path: use.path.slice(0, -1) }));
}

function mountLists(body: Tree): readonly Path[] {
  const containers = ['sidecars', 'initContainers'].flatMap((list) => pathsIn(body, [...primary, list]));
  return [[...primary, 'extraVolumeMounts'], ...containers.map((container) => [...container, 'volumeMounts'])];
}

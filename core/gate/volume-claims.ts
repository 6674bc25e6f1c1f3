import type { Path, Tree } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { usesExcept, useUnless } from './field-uses.ts';

const freeFields = ['accessModes', 'dataSource', 'dataSourceRef', 'resources', 'storageClassName', 'volumeMode'];

/**
 * What the spec of a PersistentVolumeClaim uses: volumes by name or label, and data sources other than claims and snapshots in
 * the namespace.
 */
export function volumeClaimUses(object: Tree, spec: Path): readonly Use[] {
  const sources = ['dataSource', 'dataSourceRef'].map((field) => [...spec, field]);
  return [
    ...usesExcept(object, spec, freeFields),
    ...sources.flatMap((source) => [
      ...useUnless(object, [...source, 'kind'], ['PersistentVolumeClaim', 'VolumeSnapshot']),
      ...useUnless(object, [...source, 'apiGroup'], ['', 'snapshot.storage.k8s.io']),
      ...usesExcept(object, source, ['kind', 'apiGroup', 'name']),
    ]),
  ];
}

import { asText } from '../../data/as-text.ts';
import { mappingAt, type Path, type Tree } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { usesBelow, usesExcept } from './field-uses.ts';

const freeFields = ['accessModes', 'dataSource', 'dataSourceRef', 'resources', 'storageClassName', 'volumeMode'];

/**
 * What the spec of a PersistentVolumeClaim uses: volumes by name or label, and data sources other than claims and snapshots in
 * the namespace.
 */
export function volumeClaimUses(object: Tree, spec: Path): readonly Use[] {
  const sources = ['dataSource', 'dataSourceRef'].map((field) => [...spec, field]);
  return [...usesExcept(object, spec, freeFields), ...sources.flatMap((source) => sourceUses(object, source))];
}

const freeKinds = ['PersistentVolumeClaim', 'VolumeSnapshot'];
const freeGroups = ['', 'snapshot.storage.k8s.io'];

/** `name` selects what a source of another kind contains. `referenceUses` checks sources in other namespaces. */
function sourceUses(object: Tree, source: Path): readonly Use[] {
  const { kind, apiGroup } = mappingAt(object, ...source);
  const isFree = freeKinds.includes(asText(kind)) && freeGroups.includes(asText(apiGroup ?? ''));
  return isFree ? usesExcept(object, source, ['kind', 'apiGroup', 'name', 'namespace']) : usesBelow(object, source);
}

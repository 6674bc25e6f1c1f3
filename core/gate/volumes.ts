import { mappingAt, type Path, pathsIn, type Tree } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, usesExcept } from './field-uses.ts';
import { volumeClaimUses } from './volume-claims.ts';

const freeVolumes = [
  'configMap',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'name',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/**
 * Sources of a projected volume that need no permission. Another source can, for example, request a certificate from a signer
 * of the cluster.
 */
const freeSources = ['configMap', 'downwardAPI', 'secret', 'serviceAccountToken'];

/** The sources of a volume that can contain data of other tenants. */
export function otherTypes(object: Tree, volume: Path): readonly (readonly [type: string, value: unknown])[] {
  return Object.entries(mappingAt(object, ...volume)).filter(
    ([type, value]) => !freeVolumes.includes(type) && value !== null,
  );
}

/** Ephemeral claims follow the rules of a PersistentVolumeClaim. */
export function volumeUses(object: Tree, volumes: Path): readonly Use[] {
  const paths = pathsIn(object, volumes);
  const claims = paths.map((at) => [...at, 'ephemeral', 'volumeClaimTemplate', 'spec']);
  const others = paths.flatMap((at) => otherTypes(object, at).map(([type, value]) => fieldUse([...at, type], value)));
  const sources = paths.flatMap((at) => pathsIn(object, [...at, 'projected', 'sources']));
  const projected = sources.flatMap((source) => usesExcept(object, source, freeSources));
  const inClaims = claims.flatMap((claim) =>
    Object.keys(mappingAt(object, ...claim)).length > 0 ? volumeClaimUses(object, claim) : [],
  );
  return [...others, ...projected, ...inClaims];
}

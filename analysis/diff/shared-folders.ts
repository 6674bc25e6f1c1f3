import { otherTypes } from '../../core/gate/volumes.ts';
import { canonicalText } from '../../data/canonical-text.ts';
import { listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { containersOf } from '../../kubernetes/pod-security/pods.ts';
import { type ObjectPair, type RiskFinding, widened } from './change.ts';
import { podSpecs } from './pod-specs.ts';

/** A folder of a volume that can contain data of several tenants. */
interface SharedFolder {
  readonly volume: string;
  /** Empty for the whole volume. */
  readonly folder: string;
  readonly isReadOnly: boolean;
  /** Equal for the same source of a volume. */
  readonly source: string;
  /** Equal for the same folder of the same source with any access. */
  readonly key: string;
}

/**
 * Finds folders that pods did not mount before, of volumes that they had before, and other sources of these volumes. Another rule
 * finds new volumes.
 */
export function otherFolders(pair: ObjectPair): readonly RiskFinding[] {
  return [...otherSources(pair), ...newFolders(pair)];
}

function otherSources({ old, now }: ObjectPair): readonly RiskFinding[] {
  if (!old || !now) return [];
  const before = podSpecs(old).flatMap((spec) => [...sharedVolumes(spec)]);
  const [names, sources] = [new Set(before.map(([name]) => name)), new Set(before.map(([, source]) => source))];
  const found = podSpecs(now).flatMap((spec) => [...sharedVolumes(spec)]);
  const others = found.filter(([name, source]) => names.has(name) && !sources.has(source));
  return [...new Set(others.map(([name]) => `volume ${name} has another source`))].map(widened);
}

function newFolders({ old, now }: ObjectPair): readonly RiskFinding[] {
  const before = old && now ? podSpecs(old).flatMap(foldersOf) : [];
  if (before.length === 0 || !now) return [];
  const [known, sources] = [new Set(before.map(({ key }) => key)), new Set(before.map(({ source }) => source))];
  const written = new Set(before.filter(({ isReadOnly }) => !isReadOnly).map(({ key }) => key));
  const texts = podSpecs(now)
    .flatMap(foldersOf)
    .filter(({ key, source, isReadOnly }) => sources.has(source) && !(isReadOnly ? known : written).has(key))
    .map(
      ({ key, volume, folder }) =>
        `pods ${known.has(key) ? 'can write to' : 'mount'} ${folder || 'every folder'} of volume ${volume}`,
    );
  return [...new Set(texts)].map(widened);
}

function foldersOf(spec: Tree): readonly SharedFolder[] {
  const sources = sharedVolumes(spec);
  if (sources.size === 0) return [];
  return containersOf({ spec }).flatMap(({ container }) =>
    listAt(container, 'volumeMounts').flatMap((mount) => {
      const volume = textAt(mount, 'name');
      const source = sources.get(volume);
      const folder = textAt(mount, 'subPath') || textAt(mount, 'subPathExpr');
      const key = canonicalText([source, folder, variablesOf(mount, container)]);
      const isReadOnly = valueAt(mount, 'readOnly') === true;
      return source === undefined ? [] : [{ volume, folder, isReadOnly, source, key }];
    }),
  );
}

/** The sources of the volumes that tenants can share, by the names of the volumes. */
function sharedVolumes(spec: Tree): ReadonlyMap<string, string> {
  const volumes = listAt(spec, 'volumes').map(
    (volume, index) => [textAt(volume, 'name'), otherTypes(spec, ['volumes', index])] as const,
  );
  return new Map(volumes.filter(([, types]) => types.length > 0).map(([name, types]) => [name, canonicalText(types)]));
}

/** What decides the value of an expression. Variables can contain others. */
function variablesOf(mount: unknown, container: Tree): unknown {
  const text = textAt(mount, 'subPathExpr');
  if (!text.includes('$(')) return undefined;
  const named = listAt(container, 'env').filter((entry) => text.includes(`$(${textAt(entry, 'name')})`));
  const hasOthers = named.some((entry) => textAt(entry, 'value').includes('$('));
  return hasOthers || named.length === 0 ? [valueAt(container, 'env'), valueAt(container, 'envFrom')] : named;
}

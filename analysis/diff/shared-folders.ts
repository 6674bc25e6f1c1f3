import { otherTypes } from '../../core/gate/volumes.ts';
import { canonicalText } from '../../data/canonical-text.ts';
import { groupBy } from '../../data/group-by.ts';
import { once } from '../../data/once.ts';
import { digest } from '../../data/sha256.ts';
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
  return containersOf({ spec }).flatMap(({ container }) => {
    const variablesIn = variablesOf(container);
    return listAt(container, 'volumeMounts').flatMap((mount) => {
      const volume = textAt(mount, 'name');
      const source = sources.get(volume);
      if (source === undefined) return [];
      const folder = textAt(mount, 'subPath') || textAt(mount, 'subPathExpr');
      const isReadOnly = valueAt(mount, 'readOnly') === true;
      const key = digestOf([source, folder, variablesIn(textAt(mount, 'subPathExpr'))]);
      return [{ volume, folder, isReadOnly, source, key }];
    });
  });
}

/** The sources of the volumes that tenants can share, by the names of the volumes. */
function sharedVolumes(spec: Tree): ReadonlyMap<string, string> {
  const volumes = listAt(spec, 'volumes').map(
    (volume, index) => [textAt(volume, 'name'), otherTypes(spec, ['volumes', index])] as const,
  );
  return new Map(volumes.filter(([, types]) => types.length > 0).map(([name, types]) => [name, digestOf(types)]));
}

/**
 * Returns digests of what decides the value of an expression: of the variables that it names, or of all variables if others could
 * decide it, through the value of a variable or from `envFrom`. Many mounts can name the same variables.
 */
function variablesOf(container: Tree): (expression: string) => readonly string[] {
  const known = once(() => independentVariables(container));
  const all = once(() => [digestOf([valueAt(container, 'env'), valueAt(container, 'envFrom')])]);
  return (expression) => {
    const digests = namesIn(expression).map((name) => known().get(name));
    return digests.every((one) => one !== undefined) ? digests : all();
  };
}

/** Digests of the variables whose values name no other variable, by name. */
function independentVariables(container: Tree): ReadonlyMap<string, string> {
  const groups = [...groupBy(listAt(container, 'env'), (entry) => textAt(entry, 'name'))];
  const found = groups.filter(([, entries]) => entries.every((entry) => !textAt(entry, 'value').includes('$(')));
  return new Map(found.map(([name, entries]) => [name, digestOf(entries)]));
}

/** The names in `$(NAME)`. Can contain too many, because it ignores escapes. */
function namesIn(expression: string): readonly string[] {
  const parts = expression.split('$(').slice(1);
  return [...new Set(parts.map((part) => part.split(')', 1).join('')))];
}

/** Equal for equal values. Short, because many folders can have the same source or variables. */
function digestOf(value: unknown): string {
  return digest(canonicalText(value));
}

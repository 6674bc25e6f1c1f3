import { leavesOf } from '../../data/leaves.ts';
import { type Path, pathsIn, type Tree, textAt, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { type ObjectUse, usesExcept, useUnless } from './field-uses.ts';

/**
 * The keys that an ExternalSecret reads, each with its store, and every field with an effect beyond a Secret in the namespace.
 * This includes searches and generators, which can read any key, and targets of templates that set labels or annotations. A Grant
 * of a key names a store but not its kind, so any kind other than SecretStore needs a separate Grant.
 */
export function externalSecretUses(object: Tree): readonly ObjectUse[] {
  const entries = pathsIn(object, ['spec', 'data']).map((entry) => ({ entry, key: [...entry, 'remoteRef', 'key'] }));
  const extracts = pathsIn(object, ['spec', 'dataFrom']).map((entry) => ({ entry, key: [...entry, 'extract', 'key'] }));
  return [
    ...usesExcept(object, ['spec'], specFields),
    ...usesExcept(object, ['spec', 'secretStoreRef'], ['kind', 'name']),
    ...useUnless(object, ['spec', 'secretStoreRef', 'kind'], ['SecretStore']),
    ...entries.flatMap(({ entry, key }) => [
      ...usesExcept(object, entry, ['remoteRef', 'secretKey', 'sourceRef']),
      ...keyUses(object, entry, key),
    ]),
    ...extracts.flatMap(({ entry, key }) => [
      ...usesExcept(object, entry, ['extract', 'rewrite', 'sourceRef']),
      ...keyUses(object, entry, key),
    ]),
    ...targetUses(object, ['spec', 'target']),
  ];
}

/**
 * The parts of an ExternalSecret that can print every field of its keys: templates, and names of fields for them. They need the
 * same Grant as `key`, a key or a search that the tenant is not granted. A template in another object needs this Grant even if a
 * trusted author wrote the reference.
 */
export function templateUses(object: Tree, key: Use): readonly ObjectUse[] {
  const template = ['spec', 'target', 'template'];
  const names = valueAt(object, ...template) === undefined ? [] : pathsIn(object, ['spec', 'data']);
  const parts = [
    template,
    ...names.map((entry) => [...entry, 'secretKey']),
    ...pathsIn(object, ['spec', 'dataFrom']).map((entry) => [...entry, 'rewrite']),
  ];
  const sources = pathsIn(object, [...template, 'templateFrom']);
  return [
    ...parts.flatMap((part) => leavesOf(valueAt(object, ...part), part).map(({ path }) => ({ ...key, path }))),
    ...sources.filter((source) => isInObject(object, source)).map((path) => ({ ...key, path, inline })),
  ];
}

/** Members of a tenant can change the ConfigMaps and Secrets of its namespace. */
const inline = 'write the template in spec.target.template.data instead of a ConfigMap or Secret';

function isInObject(object: Tree, source: Path): boolean {
  return ['configMap', 'secret'].some((field) => (valueAt(object, ...source, field) ?? null) !== null);
}

const specFields = ['data', 'dataFrom', 'refreshInterval', 'refreshPolicy', 'secretStoreRef', 'target'];

function targetUses(object: Tree, target: Path): readonly ObjectUse[] {
  const template = [...target, 'template'];
  return [
    ...usesExcept(object, target, ['creationPolicy', 'deletionPolicy', 'immutable', 'name', 'template']),
    ...usesExcept(object, template, ['data', 'engineVersion', 'mergePolicy', 'metadata', 'templateFrom', 'type']),
    ...useUnless(object, [...template, 'type'], ['Opaque', 'kubernetes.io/dockerconfigjson', 'kubernetes.io/tls']),
    ...pathsIn(object, [...template, 'templateFrom']).flatMap((part) => [
      ...usesExcept(object, part, ['configMap', 'literal', 'secret', 'target']),
      ...useUnless(object, [...part, 'target'], ['Data']),
    ]),
  ];
}

/**
 * The key with the store of the entry itself, or else of the ExternalSecret. A property or a version selects a part of the key,
 * which can belong to another tenant if the key does.
 */
function keyUses(object: Tree, entry: Path, path: Path): readonly ObjectUse[] {
  const own = [...entry, 'sourceRef', 'storeRef'];
  const store = valueAt(object, ...own) === undefined ? ['spec', 'secretStoreRef'] : own;
  const key = textAt(object, ...path);
  const name = textAt(object, ...store, 'name');
  const use = { sort: 'secret', store: name, key } as const;
  return [
    ...usesExcept(object, [...entry, 'sourceRef'], ['storeRef']),
    { ...use, path },
    { ...use, path: [...store, 'name'] },
    ...['property', 'version'].map((field) => ({ ...use, path: [...path.slice(0, -1), field] })),
    ...useUnless(object, [...own, 'kind'], ['SecretStore']),
  ];
}

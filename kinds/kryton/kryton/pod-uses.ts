import { contracts } from '../../../build/contracts.ts';
import { isEmpty } from '../../../core/gate/field-uses.ts';
import { sharedMounts, wholeVolumeUses } from '../../../core/gate/mounts.ts';
import { tolerationUses } from '../../../core/gate/pods.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { Granted } from '../../../core/settings/grants.ts';
import type { Use } from '../../../core/settings/use.ts';
import { isMapping, type Path, pathsIn, type Tree, valueAt } from '../../../data/tree.ts';
import { groupOf } from '../../../kubernetes/api-version.ts';
import { groupKind } from '../../../kubernetes/object-id.ts';

const primary = ['spec', 'values', 'postgresql', 'primary'];
const volumes = [...primary, 'extraVolumes'];
const tolerations = [
  ['spec', 'values', 'tolerations'],
  [...primary, 'tolerations'],
];

/**
 * Fields of tolerations, volumes and mounts that limit them. A Grant of the other fields of an item allows no item without these.
 * At the item itself, because the field is absent or empty.
 */
export function podUses({ body: given }: Resource<'kryton'>, granted: Granted): readonly Use[] {
  const body: Tree = { ...given };
  const mounts = mountLists(body);
  const always = [
    ...tolerations.flatMap((list) => tolerationUses(body, list)),
    ...wholeVolumeUses(body, mounts, volumes),
  ].map((use) => ({ ...use, path: use.path.slice(0, -1) }));
  const items = [
    ...[...tolerations, volumes].flatMap((list) => pathsIn(body, list)),
    ...sharedMounts(body, mounts, volumes),
  ];
  const known = new Set(always.map(keyOf));
  return [...always, ...limitUses(body, items, granted).filter((use) => !known.has(keyOf(use)))];
}

function keyOf(use: Use): string {
  return JSON.stringify([use.path, 'field' in use && use.field]);
}

function mountLists(body: Tree): readonly Path[] {
  const containers = ['sidecars', 'initContainers'].flatMap((list) => pathsIn(body, [...primary, list]));
  return [[...primary, 'extraVolumeMounts'], ...containers.map((container) => [...container, 'volumeMounts'])];
}

const kind = groupKind(groupOf(contracts.kryton.apiVersion), contracts.kryton.kind);

/** The fields of items without a value, if Grants allow only certain values of them. */
function limitUses(body: Tree, items: readonly Path[], granted: Granted): readonly Use[] {
  const limited = granted.limitedFields(kind);
  return items.flatMap((path) => {
    const list = `${path.filter((step) => typeof step === 'string').join('.')}.`;
    const own = limited.filter((field) => field.startsWith(list));
    const missing = own.filter((field) => isMissing(valueAt(body, ...path), field.slice(list.length).split('.')));
    return missing.map((field): Use => ({ sort: 'missing-field', path, field }));
  });
}

/** Whether a field has no value. An item need not have every part of which Grants limit fields, such as another type of volume. */
function isMissing(item: unknown, steps: readonly string[]): boolean {
  const [first = '', ...rest] = steps;
  if (rest.length > 0 && valueAt(item, first) === undefined) return false;
  let node = item;
  for (const step of steps) {
    if (Array.isArray(node)) return false;
    node = isMapping(node) ? valueAt(node, step) : undefined;
  }
  return isEmpty(node);
}

import { isSame, listAt, textAt, valueAt } from '../../data/tree.ts';
import { type ObjectPair, type RiskFinding, widened } from './change.ts';
import { newItems } from './tree.ts';

const allowed = ['clusterResourceWhitelist', 'roles', 'sourceNamespaces'];
/** Lists that deny. Compared only if the project existed before, because a new project cannot lose a denied item. */
const denied = ['clusterResourceBlacklist', 'namespaceResourceBlacklist'];
/** Lists in which an item that starts with `!` denies. */
const mixed = ['destinations', 'sourceRepos'];

/** Finds what Applications of an AppProject can newly do [sources: argocd-17]. */
export function projectAccess(pair: ObjectPair): readonly RiskFinding[] {
  const { old, now, tenants, context } = pair;
  if (!now || (!old && context.isAddedTenant(tenants.now ?? ''))) return [];
  const lists = [
    ...allowed.map((field) => [listAt(old, 'spec', field), listAt(now, 'spec', field), field] as const),
    ...(old ? denied : []).map((field) => [listAt(now, 'spec', field), listAt(old, 'spec', field), field] as const),
    ...mixed.map((field) => [itemsOf(old, now, field), itemsOf(now, old, field), field] as const),
  ];
  const findings = lists.filter(([less, more]) => newItems(less, more).length > 0).map(([, , field]) => wider(field));
  return [...findings, ...widerKinds(pair), ...otherAccounts(pair), ...otherRestrictions(pair)];
}

/** Fields that restrict when an Application is synced, or from which commits and to which clusters. */
const restrictions = ['permitOnlyProjectScopedClusters', 'signatureKeys', 'sourceIntegrity', 'syncWindows'];

function otherRestrictions({ old, now }: ObjectPair): readonly RiskFinding[] {
  const fields = restrictions.filter((field) => {
    const [before, after] = [valueAt(old, 'spec', field), valueAt(now, 'spec', field)];
    return before !== undefined && !isSame(before, after);
  });
  return fields.map((field) => widened(`${field} restricts less or in another way`));
}

/** Finds a new item in a list of allowed items, which widens access. */
export function longerList({ old, now, isNew }: ObjectPair, path: readonly string[]): readonly RiskFinding[] {
  if (!now || (!old && isNew) || newItems(listAt(old, ...path), listAt(now, ...path)).length === 0) return [];
  return [wider(String(path.at(-1)))];
}

function wider(field: string): RiskFinding {
  return widened(`${field} allows more`);
}

/** The allowing items of one side and the denying items of the other side. */
function itemsOf(allowing: unknown, denying: unknown, field: string): readonly unknown[] {
  const denies = (item: unknown) =>
    [item, textAt(item, 'namespace'), textAt(item, 'server')].some(
      (part) => typeof part === 'string' && part.startsWith('!'),
    );
  return [
    ...listAt(allowing, 'spec', field).filter((item) => !denies(item)),
    ...listAt(denying, 'spec', field).filter(denies),
  ];
}

/** Compares the allowed namespaced kinds. Without the list, all kinds are allowed. An empty list allows none. */
function widerKinds({ old, now }: ObjectPair): readonly RiskFinding[] {
  const field = 'namespaceResourceWhitelist';
  const [before, after] = [valueAt(old, 'spec', field), valueAt(now, 'spec', field)];
  if (before === undefined) return [];
  const isWider = after === undefined || newItems(listAt(old, 'spec', field), listAt(now, 'spec', field)).length > 0;
  return isWider ? [wider(field)] : [];
}

/** Finds changed service accounts. Applications without a service account use the permissions of Argo CD. */
function otherAccounts({ old, now }: ObjectPair): readonly RiskFinding[] {
  const field = 'destinationServiceAccounts';
  const [before, after] = [listAt(old, 'spec', field), listAt(now, 'spec', field)];
  return before.length === 0 || isSame(before, after) ? [] : [widened(`${field} lists different accounts`)];
}

import { asText } from '../../data/as-text.ts';
import { own } from '../../data/own.ts';
import { isMapping, isSame, listAt, mappingAt, type Tree, valueAt } from '../../data/tree.ts';
import { readQuantity } from '../../kubernetes/quantity.ts';
import { loosened, type ObjectPair, type RiskFinding } from './change.ts';

/** Reads the limits of each kind that has limits. */
const boundReaders: Readonly<Record<string, (tree: Tree) => Bounds>> = {
  ClusterResourceQuota: (tree) => hardBounds(mappingAt(tree, 'spec', 'quota', 'hard')),
  LimitRange: rangeBounds,
  ResourceQuota: (tree) => hardBounds(mappingAt(tree, 'spec', 'hard')),
};

/** Finds lower, higher and new limits, and more replicas without a quota. A removed limit is a loosened policy. */
export function quota(pair: ObjectPair): readonly RiskFinding[] {
  const boundsOf = own(boundReaders, pair.id.kind);
  if (!boundsOf) return moreReplicas(pair);
  const { old, now, isNew } = pair;
  if (!now) return [{ risk: 'policy-loosened', why: `the limits of this ${pair.id.kind} no longer apply` }];
  const isAdded = pair.context.isAddedTenant(pair.tenants.now ?? '');
  if (isNew)
    return isAdded || pair.id.kind === 'LimitRange'
      ? []
      : [{ risk: 'quota-raised', why: 'the tenant gets another namespace with its own quota' }];
  const findings = [...compareBounds(old ? boundsOf(old) : new Map(), boundsOf(now)), ...otherTargets(old, now)];
  const isSplit = pair.id.kind === 'ResourceQuota' && pair.context.hasMoreQuotas(pair.tenants.now ?? '');
  return isSplit ? findings.map(withReason) : findings;
}

function withReason({ risk, why }: RiskFinding): RiskFinding {
  if (!why.startsWith(reduced)) return { risk, why };
  return { risk, why: `${why}, because the tenant splits its quota between more namespaces` };
}

/** The fields that select what a quota counts. */
const targetFields = [['scopes'], ['scopeSelector'], ['selector'], ['quota', 'scopes'], ['quota', 'scopeSelector']];

/** Finds a quota that counts other objects than before. */
function otherTargets(old: Tree | undefined, now: Tree): readonly RiskFinding[] {
  const isOther = targetFields.some((field) => !isSame(valueAt(old, 'spec', ...field), valueAt(now, 'spec', ...field)));
  return old && isOther ? [loosened('the quota counts other objects')] : [];
}

/** The fields that set how many pods a workload or its autoscaler can have. */
const replicaFields = ['replicas', 'maxReplicas', 'parallelism'];

/**
 * Finds workloads with more replicas in namespaces without a quota. A workload or field that was absent before counts as one
 * replica.
 */
function moreReplicas({ id, old, now, context }: ObjectPair): readonly RiskFinding[] {
  const more = replicaFields.flatMap((field) => {
    const [before, after] = [valueAt(old, 'spec', field) ?? 1, valueAt(now, 'spec', field)];
    const isMore = typeof before === 'number' && typeof after === 'number' && after > before;
    return isMore
      ? [`${field} is ${after}${old ? `, was ${before}` : ''}, and the namespace has no ResourceQuota`]
      : [];
  });
  if (more.length === 0 || context.hasKind(id.namespace, 'ResourceQuota')) return [];
  return more.map((why) => ({ risk: 'quota-raised', why }));
}

/** Limits by name. `floor` marks a minimum, which is stricter if it is higher. */
type Bounds = ReadonlyMap<string, { readonly value: string; readonly floor: boolean }>;

function hardBounds(hard: Tree): Bounds {
  return new Map(Object.entries(hard).map(([name, value]) => [name, { value: asText(value), floor: false }]));
}

function rangeBounds(tree: Tree): Bounds {
  const bounds = new Map<string, { value: string; floor: boolean }>();
  for (const limit of listAt(tree, 'spec', 'limits')) {
    for (const [field, values] of Object.entries(mappingAt(limit))) {
      if (!isMapping(values)) continue;
      for (const [name, value] of Object.entries(values)) {
        bounds.set(`${asText(valueAt(limit, 'type'))} ${field} ${name}`, {
          value: asText(value),
          floor: field === 'min',
        });
      }
    }
  }
  return bounds;
}

function compareBounds(old: Bounds, now: Bounds): readonly RiskFinding[] {
  const changed = [...now].filter(([name, { value }]) => old.has(name) && old.get(name)?.value !== value);
  const lower = changed.filter(([name, { value, floor }]) => isStricter(old.get(name)?.value ?? '', value, floor));
  const higher = changed.filter(([name, { value, floor }]) => isStricter(value, old.get(name)?.value ?? '', floor));
  const isLower = new Set(lower);
  const raised = higher.filter((bound) => !isLower.has(bound));
  const added = [...now.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  return [
    ...finding('quota-shrunk', reduced, namesOf(lower, false)),
    ...finding('quota-shrunk', 'an increase of', namesOf(lower, true)),
    ...finding('quota-shrunk', 'a new limit on', added),
    ...finding('policy-loosened', 'no longer a limit on', removed),
    ...finding('quota-raised', 'more of', namesOf(raised, false)),
    ...finding('quota-raised', 'a decrease of', namesOf(raised, true)),
  ];
}

const reduced = 'less of';

function namesOf(
  bounds: readonly (readonly [string, { readonly floor: boolean }])[],
  isFloor: boolean,
): readonly string[] {
  return bounds.filter(([, { floor }]) => floor === isFloor).map(([name]) => name);
}

function finding(risk: RiskFinding['risk'], why: string, names: readonly string[]): readonly RiskFinding[] {
  return names.length === 0 ? [] : [{ risk, why: `${why} ${names.join(', ')}` }];
}

/**
 * True if the new value is stricter. A different value that cannot be compared, such as one with an exponent, counts as
 * stricter so that it is reported.
 */
function isStricter(before: string, after: string, floor: boolean): boolean {
  const [old, now] = [readQuantity(before), readQuantity(after)];
  if (old === undefined || now === undefined) return before !== after;
  return floor ? now > old : now < old;
}

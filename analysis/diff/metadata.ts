import { readEverywhere } from '../../core/gate/metadata.ts';
import { isIdentityKey, isReservedKey } from '../../core/settings/reserved-keys.ts';
import { type Tree, textEntriesAt } from '../../data/tree.ts';
import { podsOf } from '../../kubernetes/pod-security/pods.ts';
import { givesIdentity } from '../../kubernetes/privileges/pod-identities.ts';
import { loosened, type ObjectPair, type RiskFinding } from './change.ts';
import { nodeSelectors } from './protection.ts';
import { unrelated } from './request-annotations.ts';
import { newItems } from './tree.ts';
import { defaultTolerations, leavesMesh } from './weakening-fields.ts';

/**
 * Finds labels and annotations of pods, and annotations of existing namespaces, that are new, different or removed and that
 * meshes, networks and other controllers act on. leasehold does not know what each one does.
 */
export function metadata(pair: ObjectPair): readonly RiskFinding[] {
  const { id, old, now, tenants, context } = pair;
  const isExpected = !old && (id.kind === 'Namespace' || context.isAddedTenant(tenants.now ?? ''));
  if (!now || isExpected) return [];
  const entriesOf = id.kind === 'Namespace' ? entriesOfNamespace : entriesOfPods;
  const [before, after] = [old ? entriesOf(old) : [], entriesOf(now)];
  const gained = newItems(before, after) as readonly Entry[];
  const lost = newItems(after, before) as readonly Entry[];
  const names = [...lost, ...gained].map(([name]) => name);
  const reported = new Set(gained.filter(isReported).map(([name]) => name));
  return [...new Set(names)].filter((name) => !reported.has(name)).map((name) => loosened(`${name} is different`));
}

/** A description of a label or an annotation, its key and its value. */
type Entry = readonly [name: string, key: string, value: string];

function entriesOfPods(object: Tree): readonly Entry[] {
  const pods = podsOf(object).map(({ pod }) => pod);
  return [
    ...pods.flatMap((pod) => entriesAt(pod, 'labels', 'label $ of its pods')),
    ...pods.flatMap((pod) => entriesAt(pod, 'annotations', 'annotation $ of its pods')),
  ];
}

function entriesOfNamespace(namespace: Tree): readonly Entry[] {
  return entriesAt(namespace, 'annotations', 'annotation $').filter(([, key]) => !placement.includes(key));
}

/** Annotations with rules of their own. */
const placement = [...nodeSelectors, defaultTolerations];

function entriesAt(object: Tree, part: 'labels' | 'annotations', name: string): readonly Entry[] {
  const entries = textEntriesAt(object, 'metadata', part).filter(([key]) => hasEffect(key));
  return entries.map(([key, value]) => [name.replace('$', () => key), key, value]);
}

/** Keys that identify the tenant have their own rules: no author of a tenant can choose them. */
function hasEffect(key: string): boolean {
  const isReserved = isReservedKey(key) && !isIdentityKey(key) && !unrelated.test(key);
  return isReserved || givesIdentity(key) || readEverywhere.test(key);
}

/** True if another rule reports the value. */
function isReported([, key, value]: Entry): boolean {
  return givesIdentity(key) || leavesMesh(key, value);
}

import { metadataUses } from '../../core/gate/metadata.ts';
import { isIdentityKey } from '../../core/settings/reserved-keys.ts';
import { own } from '../../data/own.ts';
import { mappingAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { podsOf } from '../../kubernetes/pod-security/pods.ts';
import { givesIdentity } from '../../kubernetes/privileges/pod-identities.ts';
import { givesAccountIdentity } from '../../kubernetes/privileges/privileges.ts';
import { loosened, type ObjectPair, type RiskFinding, widened } from './change.ts';
import { hasRequestAnnotations, nodeSelectors } from './protection.ts';
import { unrelated } from './request-annotations.ts';
import { newItems } from './tree.ts';
import { defaultTolerations, leavesMesh } from './weakening-fields.ts';

/**
 * Finds labels and annotations that are new, different or removed and that need a Grant, because controllers act on them: those of
 * every object, of pods, and of objects that a controller creates from a template. leasehold does not know what each one does.
 */
export function metadata(pair: ObjectPair): readonly RiskFinding[] {
  const { id, old, now, tenants, context } = pair;
  if (!now || (!old && id.kind === 'Namespace')) return [];
  const isAdded = !old && context.isAddedTenant(tenants.now ?? '');
  const [before, after] = [old ? entriesOf(old, pair) : [], entriesOf(now, pair)];
  const gained = newItems(before, after) as readonly Entry[];
  const reported = new Set(gained.filter((entry) => isReported(entry, pair)).map(({ name }) => name));
  const other = [...(newItems(after, before) as readonly Entry[]), ...gained].filter(({ name }) => !reported.has(name));
  const relevant = isAdded ? other.filter(({ isOfData }) => isOfData) : other;
  return [...new Map(relevant.map((entry) => [entry.name, findingOf(entry)])).values()];
}

interface Entry {
  /** A description of the label or annotation. */
  readonly name: string;
  readonly part: 'annotations' | 'labels';
  readonly key: string;
  readonly value: unknown;
  readonly isOfPod: boolean;
  /** True if controllers can copy or read data because of the key. */
  readonly isOfData: boolean;
}

function findingOf({ name, isOfData }: Entry): RiskFinding {
  return isOfData
    ? widened(`${name} is different, so a controller might copy or read the data`)
    : loosened(`${name} is different`);
}

function entriesOf(object: Tree, { id }: ObjectPair): readonly Entry[] {
  const all = id.kind === 'Namespace' ? keysOf(object) : grantedKeys(object);
  const found = all.filter(({ path, key }) => hasEffect(key) && !hasOwnRule(id.kind, path));
  if (found.length === 0) return [];
  const pods = new Set(podsOf(object).map(({ path }) => [...path, 'metadata'].join('\n')));
  return found.map(({ path, key }) => {
    const place = path.slice(0, -2);
    const isOfPod = pods.has(place.join('\n'));
    const isOfData = pods.size === 0 && (place.length > 1 || kindsWithData.includes(id.kind));
    const part = path.at(-2) === 'labels' ? 'labels' : 'annotations';
    return { name: nameOf(path, isOfPod), part, key, value: valueAt(object, ...path), isOfPod, isOfData };
  });
}

interface KeyAt {
  readonly path: Path;
  readonly key: string;
}

/** The keys of a Namespace. Authors of a tenant's directory need a Grant for each, also without a prefix. */
function keysOf(namespace: Tree): readonly KeyAt[] {
  return ['labels', 'annotations'].flatMap((part) =>
    Object.keys(mappingAt(valueAt(namespace, 'metadata', part))).map((key) => ({ path: ['metadata', part, key], key })),
  );
}

function grantedKeys(object: Tree): readonly KeyAt[] {
  return metadataUses(object).flatMap((use) => (use.sort === 'metadata' ? [use] : []));
}

/** The kinds with data in them, or whose metadata a controller copies to a Secret. */
const kindsWithData: readonly string[] = ['ConfigMap', 'ExternalSecret', 'Secret'];

function nameOf(path: Path, isOfPod: boolean): string {
  const name = `${path.at(-2) === 'labels' ? 'label' : 'annotation'} ${path.at(-1)}`;
  if (isOfPod) return `${name} of its pods`;
  const place = path.slice(0, -2).filter((step) => typeof step === 'string');
  return place.length > 1 ? `${name} of ${place.join('.')}` : name;
}

/** Keys that identify the tenant have their own rules: no author of a tenant can choose them. */
function hasEffect(key: string): boolean {
  return !isIdentityKey(key) && !unrelated.test(key);
}

/** Keys with rules of their own, by kind. The levels of Pod Security that only warn or log have no effect. */
const ownRules: Readonly<Record<string, readonly string[]>> = {
  ClusterRole: ['rbac.authorization.k8s.io/'],
  Namespace: [
    ...nodeSelectors,
    defaultTolerations,
    'admission.gatekeeper.sh/ignore',
    'istio-injection',
    'openshift.io/run-level',
    'pod-security.kubernetes.io/',
  ],
  Secret: ['argocd.argoproj.io/secret-type'],
};

function hasOwnRule(kind: string, path: Path): boolean {
  const key = String(path.at(-1));
  const isListed = own(ownRules, kind)?.some((start) => key.startsWith(start)) ?? false;
  return isListed || (path.at(-2) === 'annotations' && hasRequestAnnotations(kind));
}

/** True if another rule reports the value. */
function isReported({ part, key, value, isOfPod }: Entry, { id }: ObjectPair): boolean {
  if (id.kind === 'ServiceAccount') return part === 'annotations' && givesAccountIdentity(key);
  return isOfPod && (givesIdentity(key) || leavesMesh(key, value));
}

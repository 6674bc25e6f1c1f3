import { annotatedHosts } from '../../admission/dns-annotations.ts';
import { isConfiguration, isConfigurationKey } from '../../admission/proxy-annotations.ts';
import { asText } from '../../data/as-text.ts';
import { isMapping, type Path, type Tree } from '../../data/tree.ts';
import { serverFields } from '../../kubernetes/server-fields.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, usesExcept } from './field-uses.ts';

/**
 * Fields of metadata that need no permission, except for the keys of labels and annotations. The gate removes fields that the
 * server sets.
 */
const freeFields = ['name', 'namespace', 'labels', 'annotations', ...serverFields];

/**
 * Labels and annotations anywhere in an object, such as those of pods and of Secrets that a controller creates, and other
 * fields of its metadata, such as finalizers.
 */
export function metadataUses(object: Tree): readonly Use[] {
  const uses: Use[] = [...usesExcept(object, ['metadata'], freeFields)];
  addKeyUses(object, [], uses);
  return uses;
}

/** Modifies the path during the traversal, because copying it would take most of the gate's time. */
function addKeyUses(node: object, path: (string | number)[], uses: Use[]): void {
  for (const step of Object.keys(node)) {
    const child = (node as Tree)[step];
    if (typeof child !== 'object' || child === null) continue;
    path.push(Array.isArray(node) ? Number(step) : step);
    if (isMapping(child)) addUsesAt(child, step, { path, uses });
    addKeyUses(child, path, uses);
    path.pop();
  }
}

function addUsesAt(child: Tree, step: string, { path, uses }: { readonly path: Path; readonly uses: Use[] }): void {
  if (step === 'labels' || step === 'annotations') for (const use of keyUses(child, path)) uses.push(use);
  if (step === 'annotations') for (const use of valueUses(child, path)) uses.push(use);
  if (step === 'metadata' && path.length > 1) for (const use of ownedUses(child, path)) uses.push(use);
}

function keyUses(mapping: Tree, path: Path): readonly Use[] {
  const protectedKeys = Object.entries(mapping).filter(([key, value]) => !isFreeKey(key, value));
  return protectedKeys.map(([key]) => ({ sort: 'metadata', path: [...path, key], key }));
}

/**
 * Values of annotations that need a Grant even if a Grant allows the key: hosts for external-dns, and values that add
 * configuration to a proxy. Omits a key that has a prefix and always adds configuration, because the Grant of the key covers it.
 * Does not omit keys without a prefix: they need no Grant, and HAProxy reads them.
 */
function valueUses(annotations: Tree, path: Path): readonly Use[] {
  const hosts = annotatedHosts(annotations).map(
    ({ key, host }) => ({ sort: 'host', path: [...path, key], host }) as const,
  );
  const settings = Object.entries(annotations).filter(([key, value]) => {
    const isGranted = isConfigurationKey(key) && key.includes('/');
    return !isGranted && isConfiguration(key, asText(value));
  });
  return [...hosts, ...settings.map(([key, value]) => fieldUse([...path, key], value))];
}

/** Finalizers and owners of objects that a controller creates from a template. */
function ownedUses(metadata: Tree, path: Path): readonly Use[] {
  return ['finalizers', 'ownerReferences'].flatMap((field) =>
    (metadata[field] ?? null) === null ? [] : [fieldUse([...path, field], metadata[field])],
  );
}

const freeKeys = ['helm.sh/chart', 'kubectl.kubernetes.io/default-container'];

/**
 * Keys without a prefix that controllers read in every namespace: the Azure identity of a pod, the pods of Istio's gateways, and
 * the files that sidecars of Grafana and Loki load.
 */
export const readEverywhere = /^(?:aadpodidbinding|istio|(?:grafana|k8s-sidecar|loki)[_-].*)$/;

/**
 * Whether the key needs no permission. An allowlist: most keys without a prefix, the recommended labels (`managed-by` only with
 * the value `Helm`), and keys that charts write. Keys with other prefixes can affect other namespaces, like those of Argo CD
 * and external-dns.
 */
function isFreeKey(key: string, value: unknown): boolean {
  const slash = key.indexOf('/');
  if (key === 'app.kubernetes.io/managed-by') return value === 'Helm';
  if (slash < 0) return !readEverywhere.test(key);
  const prefix = key.slice(0, slash);
  return ['app.kubernetes.io', 'checksum', 'prometheus.io'].includes(prefix) || freeKeys.includes(key);
}

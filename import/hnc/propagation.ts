import { textAt, textEntriesAt } from '../../data/tree.ts';
import { isGoTrue } from '../../kubernetes/go-boolean.ts';
import { type LabelSelector, selects } from '../../kubernetes/label-selector.ts';
import { parseSelector } from '../../kubernetes/selector-text.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

/** How HNC synchronizes the objects of a kind. */
export type Mode = 'Propagate' | 'AllowPropagate' | 'Ignore' | 'Remove';

const annotations = 'propagate.hnc.x-k8s.io/';
const excludedConfigMaps = ['istio-ca-root-cert', 'kube-root-ca.crt'];

/** True if HNC copies an object into a descendant with these labels [sources: hnc-1]. */
export function isPropagated(source: ExportedObject, mode: Mode, labels: Readonly<Record<string, string>>): boolean {
  const text = textsOf(source);
  const selectors = [parseSelector(text('select')), treeSelector(text('treeSelect'))];
  const flags = [text('none'), text('all')];
  // HNC does not copy an object with an invalid annotation.
  if (!selectors.every((one) => one && selects(one, labels)) || !flags.every(isBoolean)) return false;
  if (isGoTrue(text('none')) || isExcluded(source)) return false;
  return mode === 'Propagate' || (mode === 'AllowPropagate' && isAllowed(source));
}

/** True if HNC copies the object into descendants, unless annotations exclude all of them. */
export function isSource(source: ExportedObject, mode: Mode): boolean {
  if (isExcluded(source)) return false;
  return mode === 'Propagate' || (mode === 'AllowPropagate' && isAllowed(source));
}

/** True if the annotations request copies. */
function isAllowed(source: ExportedObject): boolean {
  const text = textsOf(source);
  return text('select') !== '' || text('treeSelect') !== '' || isGoTrue(text('all'));
}

function textsOf({ body }: ExportedObject): (name: string) => string {
  const stated = Object.fromEntries(textEntriesAt(body, 'metadata', 'annotations'));
  return (name) => stated[`${annotations}${name}`] ?? '';
}

/**
 * Converts a treeSelect annotation to a label selector. Each segment names a namespace whose tree label must exist or,
 * after `!`, must not exist. Undefined for an invalid annotation, such as one with two names without `!`.
 */
function treeSelector(text: string): LabelSelector | undefined {
  if (text === '') return parseSelector('');
  const segments = text.split(',').map((segment) => segment.trim());
  const required = segments.filter((segment) => !segment.startsWith('!'));
  if (required.length > 1 || !segments.every((segment) => /^!?[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(segment)))
    return undefined;
  return parseSelector(segments.map((segment) => `${segment}.tree.hnc.x-k8s.io/depth`).join(','));
}

function isBoolean(text: string): boolean {
  return text === '' || isGoTrue(text) || ['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text);
}

/** True for objects that HNC never copies, including those with the label that its released manifests exclude. */
function isExcluded({ kind, group, name, body }: ExportedObject): boolean {
  const finalizers = (body['metadata'] as { readonly finalizers?: unknown }).finalizers;
  const type = textAt(body, 'type');
  return (
    (Array.isArray(finalizers) && finalizers.length > 0) ||
    textAt(body, 'metadata', 'labels', 'cattle.io/creator') === 'norman' ||
    (group === '' && kind === 'ConfigMap' && excludedConfigMaps.includes(name)) ||
    (group === '' &&
      kind === 'Secret' &&
      ['helm.sh/release.v1', 'kubernetes.io/service-account-token'].includes(type)) ||
    textEntriesAt(body, 'metadata', 'annotations').some(([key]) => key === 'openshift.io/description')
  );
}

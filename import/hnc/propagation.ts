import { textAt, textEntriesAt } from '../../data/tree.ts';
import { selects } from '../../kubernetes/label-selector.ts';
import { parseSelector } from '../../kubernetes/selector-text.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

/** How HNC synchronizes the objects of a kind. */
export type Mode = 'Propagate' | 'AllowPropagate' | 'Ignore' | 'Remove';

const annotations = 'propagate.hnc.x-k8s.io/';
const excludedConfigMaps = ['istio-ca-root-cert', 'kube-root-ca.crt'];

/** True if HNC copies an object into a descendant with these labels [sources: hnc-1]. */
export function isPropagated(source: ExportedObject, mode: Mode, labels: Readonly<Record<string, string>>): boolean {
  const stated = Object.fromEntries(textEntriesAt(source.body, 'metadata', 'annotations'));
  const text = (name: string) => stated[`${annotations}${name}`] ?? '';
  const selectors = [parseSelector(text('select')), parseSelector(treeSelector(text('treeSelect')))];
  // HNC does not copy an object with an invalid selector.
  if (selectors.some((one) => one === undefined) || !selectors.every((one) => one && selects(one, labels)))
    return false;
  if (isTrue(text('none')) || isExcluded(source)) return false;
  return mode === 'Propagate' || text('select') !== '' || text('treeSelect') !== '' || isTrue(text('all'));
}

/**
 * Converts a treeSelect annotation to a label selector. Each segment names a namespace whose tree label must exist or,
 * after `!`, must not exist.
 */
function treeSelector(text: string): string {
  if (text === '') return '';
  return text
    .split(',')
    .map((segment) => `${segment.trim()}.tree.hnc.x-k8s.io/depth`)
    .join(',');
}

/** Accepts the same values as Go's strconv.ParseBool. */
function isTrue(text: string): boolean {
  return ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text);
}

function isExcluded({ kind, group, name, body }: ExportedObject): boolean {
  const finalizers = (body['metadata'] as { readonly finalizers?: unknown }).finalizers;
  const type = textAt(body, 'type');
  return (
    (Array.isArray(finalizers) && finalizers.length > 0) ||
    (group === '' && kind === 'ConfigMap' && excludedConfigMaps.includes(name)) ||
    (group === '' &&
      kind === 'Secret' &&
      ['helm.sh/release.v1', 'kubernetes.io/service-account-token'].includes(type)) ||
    textEntriesAt(body, 'metadata', 'annotations').some(([key]) => key === 'openshift.io/description')
  );
}

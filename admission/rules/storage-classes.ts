import { textAt, valueAt } from '../../data/tree.ts';
import { listRule } from '../list-rule.ts';
import { keys } from '../metadata-keys.ts';
import { writes } from '../rule.ts';

const annotation = 'volume.beta.kubernetes.io/storage-class';
const annotated = (claim: string) => `${claim}.metadata.?annotations[?'${annotation}']`;

/**
 * Checks both the field and the old annotation, which still works [sources: kubernetes-8]. If a claim has both, the annotation
 * takes precedence. Checks updates too, because a claim without a class accepts one later.
 */
export const storageClasses = listRule({
  id: 'storage-classes',
  about:
    'Storage classes of claims, including those that StatefulSets and pods create. An empty item allows claims without a class.',
  key: keys.storageClasses,
  denyKey: keys.denyStorageClasses,
  targets: [{ group: '', resources: ['persistentvolumeclaims'], operations: writes }],
  what: 'storage classes',
  cel: (object) => `[${object}.spec.?storageClassName.orValue('')]
  + (${annotated(object)}.hasValue() ? [${annotated(object)}.value()] : [])`,
  values: (object) => {
    const old = valueAt(object, 'metadata', 'annotations', annotation);
    return [textAt(object, 'spec', 'storageClassName'), ...(old === undefined ? [] : [String(old)])];
  },
});

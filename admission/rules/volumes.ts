import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { volumesAnnotation } from '../../kubernetes/retention.ts';
import type { Rule } from '../rule.ts';

const source = (claim: string) => `${claim}.spec.?dataSourceRef.?namespace.orValue('')`;

const ofPod = (claim: string) => `${claim}.metadata.?ownerReferences.orValue([]).exists(o, o.kind == 'Pod')`;
const annotated = (claim: string) => `${claim}.metadata.?annotations[?'${volumesAnnotation}'].hasValue()`;

/**
 * Checks only creation, because the controller that binds volumes sets volumeName later. The controller that creates the claims
 * of ephemeral volumes copies annotations from Pods. The rule `volume-retention` exempts this controller, so this rule rejects
 * the annotation in these claims.
 */
export const volumes: Rule = {
  id: 'volumes',
  about: `Claims that choose an existing volume by name or by labels, or copy data from another namespace, and the annotation \`${volumesAnnotation}\` in ephemeral volumes of pods.`,
  targets: [{ group: '', resources: ['persistentvolumeclaims'], operations: ['CREATE'] }],
  scope: 'tenants',
  exempts: 'administrators',
  clauses: [
    {
      message: 'an existing volume in spec.volumeName',
      cel: (object) => `[${object}.spec.?volumeName.orValue('')].filter(name, name != '')`,
      find: (object) => [textAt(object, 'spec', 'volumeName')].filter((name) => name !== ''),
    },
    {
      message: 'existing volumes selected by labels',
      cel: (object) => `has(${object}.spec.selector) ? ['spec.selector'] : []`,
      find: (object) => (valueAt(object, 'spec', 'selector') ? ['spec.selector'] : []),
    },
    {
      message: 'data from another namespace in spec.dataSourceRef',
      cel: (object) => `[${source(object)}].filter(name, name != '' && name != ${object}.metadata.namespace)`,
      find: (object) => {
        const namespace = textAt(object, 'spec', 'dataSourceRef', 'namespace');
        return ['', textAt(object, 'metadata', 'namespace')].includes(namespace) ? [] : [namespace];
      },
    },
    {
      message: 'an annotation in an ephemeral volume, which is never retained',
      cel: (object) => `${ofPod(object)} && ${annotated(object)} ? ['${volumesAnnotation}'] : []`,
      find: (object) => {
        const isOfPod = listAt(object, 'metadata', 'ownerReferences').some((owner) => textAt(owner, 'kind') === 'Pod');
        const isAnnotated = valueAt(object, 'metadata', 'annotations', volumesAnnotation) !== undefined;
        return isOfPod && isAnnotated ? [volumesAnnotation] : [];
      },
    },
  ],
};

import { listAt, type Tree, valueAt } from '../../data/tree.ts';
import { volumesAnnotation } from '../../kubernetes/retention.ts';
import type { Rule } from '../rule.ts';

const retentionOf = (object: string) => `${object}.metadata.?annotations[?'${volumesAnnotation}'].orValue('')`;

/** The retention annotations of an object and of its volume claim templates. */
const values = (object: string) => `(${object} == null ? [] : ([${retentionOf(object)}]
  + ${object}.spec.?volumeClaimTemplates.orValue([]).map(t, t.?metadata.?annotations[?'${volumesAnnotation}'].orValue('')))
  .filter(value, value != ''))`;

/**
 * The annotation determines whether the sidecar retains a volume, so only the platform and the accounts that apply
 * rendered workloads can set it.
 */
export const volumeRetention: Rule = {
  id: 'volume-retention',
  about: `The annotation \`${volumesAnnotation}\` of PersistentVolumeClaims and StatefulSets, which determines whether the sidecar retains their volumes.`,
  targets: [
    { group: '', resources: ['persistentvolumeclaims'], operations: ['CREATE', 'UPDATE'] },
    { group: 'apps', resources: ['statefulsets'], operations: ['CREATE', 'UPDATE'] },
  ],
  scope: 'tenants',
  exempts: 'deployers',
  clauses: [
    {
      message: 'an annotation that only the platform sets',
      change: `${values('oldObject')} != ${values('object')} ? ['${volumesAnnotation}'] : []`,
      findChanges: ({ oldObject, object }) => {
        const [before, after] = [valuesOf(oldObject), valuesOf(object)];
        return before.join('\n') === after.join('\n') ? [] : [volumesAnnotation];
      },
    },
  ],
};

function valuesOf(object: Tree | undefined): readonly string[] {
  const all = [object, ...listAt(object, 'spec', 'volumeClaimTemplates')];
  return all
    .map((one) => valueAt(one, 'metadata', 'annotations', volumesAnnotation))
    .filter((value) => typeof value === 'string' && value !== '') as readonly string[];
}

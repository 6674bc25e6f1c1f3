import { listAt, mappingAt, textAt } from '../../data/tree.ts';
import { syncOptionsAnnotation } from '../../kubernetes/argocd-annotations.ts';
import { volumesAnnotation } from '../../kubernetes/retention.ts';
import type { Labels } from '../../templates/views.ts';
import type { ForeignObject } from '../gate/foreign-object.ts';
import type { ShapeEmit } from '../print/shape.ts';

/** Shared by all objects without an annotation for volumes, so that most objects are printed without a copy. */
export const none: Labels = {};

/**
 * The annotation that controls whether the sidecar retains the volumes of an object that creates or contains claims. If Argo
 * CD keeps a claim, its volume is also retained. An annotation of the object itself takes precedence.
 */
export function shapeVolumes({ shape, view }: ShapeEmit, retains: boolean): Labels {
  switch (shape) {
    case 'persistent-volume-claim':
      return {
        [volumesAnnotation]: retention(view.annotations[syncOptionsAnnotation]?.includes('Prune=false') === true),
      };
    case 'stateful-set':
      return templateVolumes(view.volumeClaimTemplates, view.persistentVolumeClaimRetentionPolicy || {}, retains);
    case 'namespace':
      return retains ? none : { [volumesAnnotation]: 'prune' };
    default:
      return none;
  }
}

/** Argo CD deletes the claims of a Template. The annotation determines whether their data is retained. */
export function foreignVolumes({ group, kind, rest }: ForeignObject, retains: boolean): Labels {
  if (group === '' && kind === 'PersistentVolumeClaim') return { [volumesAnnotation]: retention(retains) };
  if (group !== 'apps' || kind !== 'StatefulSet') return none;
  const policy = mappingAt(rest, 'spec', 'persistentVolumeClaimRetentionPolicy');
  return templateVolumes(listAt(rest, 'spec', 'volumeClaimTemplates'), policy, retains);
}

/** The data of a StatefulSet that deletes its claims is not retained. */
function templateVolumes(templates: readonly unknown[], policy: object, retains: boolean): Labels {
  if (templates.length === 0) return none;
  return { [volumesAnnotation]: retention(retains && textAt(policy, 'whenDeleted') !== 'Delete') };
}

function retention(retained: boolean): 'retain' | 'prune' {
  return retained ? 'retain' : 'prune';
}

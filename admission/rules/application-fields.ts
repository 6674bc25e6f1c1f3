import { isSame, listAt, mappingAt, textAt, textsAt } from '../../data/tree.ts';
import { listLiteral } from '../cel.ts';
import type { AdmissionRequest } from '../request.ts';
import { type Rule, writes } from '../rule.ts';

const compareOptions = 'argocd.argoproj.io/compare-options';

/**
 * With these options, Argo CD compares an Application by a dry run with its own account, and shows all fields of the response. The
 * dry run reads objects of any namespace that are inside another object, in `items`
 * [sources: argocd-45, argocd-46, argocd-50].
 */
const forbiddenOptions = ['ServerSideDiff=true', 'IncludeMutationWebhook=true'];

/** The finalizers that Argo CD itself removes. */
const finalizers = [
  'resources-finalizer.argocd.argoproj.io',
  'resources-finalizer.argocd.argoproj.io/background',
  'resources-finalizer.argocd.argoproj.io/foreground',
  'post-delete-finalizer.argocd.argoproj.io',
  'post-delete-finalizer.argocd.argoproj.io/cleanup',
  'pre-delete-finalizer.argocd.argoproj.io',
  'pre-delete-finalizer.argocd.argoproj.io/cleanup',
];

/**
 * A rollback syncs the source of an entry in the history. Argo CD validates only the sources in `spec` against the AppProject,
 * and keeps the status of a request that creates an Application [sources: argocd-39].
 *
 * An Application with another finalizer keeps its name after its deletion, so that the platform cannot create an Application with
 * this name.
 */
export const applicationFields: Rule = {
  id: 'application-fields',
  about:
    'Fields of Applications of Argo CD: the history, whose entries a rollback syncs from any repository, the operation state of new Applications, the options with which Argo CD compares objects by a dry run, and finalizers that Argo CD does not remove.',
  targets: [{ group: 'argoproj.io', resources: ['applications'], operations: writes }],
  scope: 'cluster',
  exempts: 'platform-and-application-sets',
  clauses: [
    {
      message: 'status that only Argo CD writes (remove it)',
      change: `(object.?status.?history.orValue([]) != (oldObject == null ? [] : oldObject.?status.?history.orValue([])) ? ['history'] : [])
  + (oldObject == null && object.?status.?operationState.hasValue() ? ['operationState'] : [])`,
      findChanges: (request) => [
        ...(changesHistory(request) ? ['history'] : []),
        ...(!request.oldObject && 'operationState' in mappingAt(request.object, 'status') ? ['operationState'] : []),
      ],
    },
    {
      message: `options in ${compareOptions} that could show objects of other namespaces (set them in Git)`,
      cel: (object) =>
        `${listLiteral(forbiddenOptions)}.filter(o, ${object}.metadata.?annotations[?'${compareOptions}'].orValue('').contains(o))`,
      find: (object) => {
        const options = textAt(object, 'metadata', 'annotations', compareOptions);
        return forbiddenOptions.filter((option) => options.includes(option));
      },
    },
    {
      message: 'finalizers other than those of Argo CD (remove them)',
      cel: (object) => `${object}.metadata.?finalizers.orValue([]).filter(f, !(f in ${listLiteral(finalizers)}))`,
      find: (object) => textsAt(object, 'metadata', 'finalizers').filter((one) => !finalizers.includes(one)),
    },
  ],
};

function changesHistory({ object, oldObject }: AdmissionRequest): boolean {
  return !isSame(listAt(oldObject, 'status', 'history'), listAt(object, 'status', 'history'));
}

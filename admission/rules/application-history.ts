import { isSame, listAt, mappingAt } from '../../data/tree.ts';
import type { AdmissionRequest } from '../request.ts';
import { type Rule, writes } from '../rule.ts';

/**
 * A rollback syncs the source of an entry in the history. Argo CD validates only the sources in `spec` against the AppProject,
 * and keeps the status of a request that creates an Application [sources: argocd-39].
 */
export const applicationHistory: Rule = {
  id: 'application-history',
  about:
    'The history of Applications of Argo CD, whose entries a rollback syncs from any repository, and the operation state of new Applications.',
  targets: [{ group: 'argoproj.io', resources: ['applications'], operations: writes }],
  scope: 'cluster',
  exempts: 'platform',
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
  ],
};

function changesHistory({ object, oldObject }: AdmissionRequest): boolean {
  return !isSame(listAt(oldObject, 'status', 'history'), listAt(object, 'status', 'history'));
}

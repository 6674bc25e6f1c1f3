import { listLiteral } from '../cel.ts';
import { type Rule, writes } from '../rule.ts';

/**
 * Returns the rule that rejects dry runs of Argo CD's API server. It sends them only to compare objects for the CLI, with objects
 * from the request of a member and with its own account, and shows the response, which can be any object of the cluster
 * [sources: argocd-46].
 */
export function dryRunsRule(servers: readonly string[]): Rule {
  return {
    id: 'dry-runs',
    about:
      "Dry runs of Argo CD's API server, whose responses members see. Argo CD needs them only for `argocd app diff --server-side-diff`.",
    targets: [{ group: '*', resources: ['*/*'], operations: writes }],
    scope: 'cluster',
    exempts: 'nobody',
    clauses: [
      {
        message: "dry runs of Argo CD's API server (compare without --server-side-diff)",
        change: `request.?dryRun.orValue(false) ? [request.userInfo.username].filter(u, u in ${listLiteral(servers)}) : []`,
        findChanges: ({ dryRun = false, user }) => (dryRun ? servers.filter((server) => server === user.username) : []),
      },
    ],
  };
}

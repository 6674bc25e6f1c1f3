import type { Mistake } from './mistake.ts';
import { changed, protection } from './repository.ts';

const protectedBy = (parts: object) => changed({}, { 'branches/main/protection': { ...protection, ...parts } });
const reviews = (parts: object) =>
  protectedBy({ required_pull_request_reviews: { ...protection.required_pull_request_reviews, ...parts } });
const checks = (parts: object) =>
  protectedBy({ required_status_checks: { ...protection.required_status_checks, ...parts } });
const renderedWith = (parts: object) =>
  changed({}, { 'branches/rendered/protection': { ...protection, restrictions: { apps: [] }, ...parts } });
const bypassedBy = (actor: object) =>
  changed(
    {},
    {
      'rules/branches/main': [{ ruleset_id: 7, type: 'deletion' }],
      'rulesets/7': { name: 'main', bypass_actors: [actor] },
    },
  );
const fork = (field: string) => ({
  'actions/permissions/fork-pr-workflows-private-repos': { run_workflows_from_fork_pull_requests: true, [field]: true },
});

export const branchMistakes: readonly Mistake[] = [
  {
    mistake: 'Pushes without a pull request',
    severity: 'error',
    message: 'push changes that nobody reviewed',
    repository: protectedBy({ required_pull_request_reviews: undefined }),
  },
  {
    mistake: 'No review by code owners',
    severity: 'error',
    message: 'CODEOWNERS only suggests reviewers',
    repository: reviews({ require_code_owner_reviews: false }),
  },
  {
    mistake: 'Approvals that stay valid after later pushes',
    severity: 'warning',
    message: 'an approval stays valid',
    repository: reviews({ dismiss_stale_reviews: false }),
  },
  {
    mistake: 'The check of leasehold is not required',
    severity: 'error',
    message: 'no check of leasehold is required',
    repository: checks({ contexts: ['lint'], checks: [{ context: 'lint', app_id: 1 }] }),
  },
  {
    mistake: 'A required check that any source can report',
    severity: 'warning',
    message: 'the required check has no source, so anyone with write access can report it as passed',
    repository: checks({ checks: [{ context: 'review', app_id: null }] }),
  },
  {
    mistake: 'Branches that merge without being up to date',
    severity: 'warning',
    message: 'two pull requests that pass separately',
    repository: checks({ strict: false }),
  },
  {
    mistake: 'Force pushes',
    severity: 'error',
    message: 'a force push replaces reviewed commits',
    repository: protectedBy({ allow_force_pushes: { enabled: true } }),
  },
  {
    mistake: 'Deletion of the branch',
    severity: 'warning',
    message: 'can delete the branch',
    repository: protectedBy({ allow_deletions: { enabled: true } }),
  },
  {
    mistake: 'Administrators who bypass the protection',
    severity: 'warning',
    message: 'administrators can bypass',
    repository: protectedBy({ enforce_admins: { enabled: false } }),
  },
  {
    mistake: 'Actors that can bypass a ruleset',
    severity: 'warning',
    message: 'Team 12 can bypass the ruleset main',
    repository: bypassedBy({ actor_type: 'Team', actor_id: 12, bypass_mode: 'always' }),
  },
  {
    mistake: 'Actors that can bypass a ruleset in pull requests, except for administrators',
    severity: 'warning',
    message: 'Team 12 can bypass the ruleset main in their own pull requests',
    repository: bypassedBy({ actor_type: 'Team', actor_id: 12, bypass_mode: 'pull_request' }),
  },
  {
    mistake: 'Everyone with write access can bypass a ruleset',
    severity: 'error',
    message: 'everyone with write access can bypass the ruleset main in their own pull requests',
    repository: bypassedBy({ actor_type: 'RepositoryRole', actor_id: 4, bypass_mode: 'pull_request' }),
  },
  {
    mistake: 'Actors that can bypass the review',
    severity: 'warning',
    message: 'user eve can change the branch without a review',
    repository: reviews({ bypass_pull_request_allowances: { users: [{ login: 'Eve' }] } }),
  },
  {
    mistake: "A tenant's team that can bypass the review",
    severity: 'error',
    message: 'team north, an owner of the directory of tenant north, can change the branch without a review',
    repository: reviews({ bypass_pull_request_allowances: { teams: [{ slug: 'north' }] } }),
  },
  {
    mistake: 'GitHub Actions can bypass the review',
    severity: 'error',
    message: 'GitHub Actions, which runs the workflows of every branch, can change the branch without a review',
    repository: reviews({ bypass_pull_request_allowances: { apps: [{ slug: 'github-actions' }] } }),
  },
  {
    mistake: 'Pushes to the branch that Argo CD applies',
    severity: 'error',
    message: "push manifests or approve a team member's pull request with them, and Argo CD applies them",
    repository: renderedWith({ required_pull_request_reviews: undefined, restrictions: undefined }),
  },
  {
    mistake: 'Any team can approve pull requests to the branch that Argo CD applies',
    severity: 'error',
    message: "push manifests or approve a team member's pull request with them, and Argo CD applies them",
    repository: renderedWith({
      required_pull_request_reviews: { required_approving_review_count: 2 },
      restrictions: undefined,
    }),
  },
  {
    mistake: "A tenant's team that can push to the branch that Argo CD applies",
    severity: 'error',
    message: 'team north, an owner of the directory of tenant north, can push manifests to the branch',
    repository: renderedWith({ restrictions: { teams: [{ slug: 'north' }, { slug: 'platform' }] } }),
  },
  {
    mistake: 'GitHub Actions can push to the branch that Argo CD applies',
    severity: 'error',
    message: 'GitHub Actions, which runs the workflows of every branch, can push manifests to the branch',
    repository: renderedWith({ restrictions: { apps: [{ slug: 'github-actions' }] } }),
  },
  {
    mistake:
      "Actors other than apps and the owners of the Platform's directory can push to the branch that Argo CD applies",
    severity: 'warning',
    message: 'user eve can push manifests to the branch',
    repository: renderedWith({ restrictions: { users: [{ login: 'eve' }] } }),
  },
];

export const settingMistakes: readonly Mistake[] = [
  {
    mistake: 'Workflows have a token that can write by default',
    severity: 'warning',
    message: 'every workflow that sets no permissions',
    repository: changed({}, { 'actions/permissions/workflow': { default_workflow_permissions: 'write' } }),
  },
  {
    mistake: 'Workflows can approve pull requests',
    severity: 'warning',
    message: 'a workflow can approve a pull request',
    repository: changed({}, { 'actions/permissions/workflow': { can_approve_pull_request_reviews: true } }),
  },
  {
    mistake: 'Forks get a token that can write',
    severity: 'error',
    message: 'from a fork runs with a token that can write',
    repository: changed({}, fork('send_write_tokens_to_workflows')),
  },
  {
    mistake: 'Forks get secrets',
    severity: 'error',
    message: 'from a fork can read the secrets',
    repository: changed({}, fork('send_secrets_and_variables')),
  },
];

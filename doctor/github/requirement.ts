import { isMapping, listAt, textAt, valueAt } from '../../data/tree.ts';
import { type Branch, rulesOf } from './branch.ts';

/** A requirement for the protection of a branch. Either of GitHub's two systems can contain it. */
export interface Requirement {
  readonly severity: 'error' | 'warning';
  /** GitHub's name for the setting. */
  readonly setting: string;
  readonly message: string;
  readonly fix: string;
  readonly inClassic: (protection: unknown) => boolean;
  readonly inRules: (rules: readonly unknown[]) => boolean;
}

export type Verdict = 'met' | 'unmet' | { readonly unknown: string };

/**
 * Checks whether a branch meets a requirement. If one system is unreadable and the other does not contain the
 * requirement, the result is unknown.
 */
export function judge({ inClassic, inRules }: Requirement, { classic, rules }: Branch): Verdict {
  if (classic.ok && classic.value !== undefined && inClassic(classic.value)) return 'met';
  if (rules.ok && inRules(rules.value)) return 'met';
  const gaps = [classic, rules].flatMap((one) => (one.ok ? [] : [one.why]));
  return gaps.length === 0 ? 'unmet' : { unknown: gaps.join('; ') };
}

const isTrue = (tree: unknown, ...path: readonly string[]) => valueAt(tree, ...path) === true;
const has = (rules: readonly unknown[], type: string) => rulesOf(rules, type).length > 0;
export const reviews = 'required_pull_request_reviews';
const requires = (rules: readonly unknown[], field: string) =>
  rulesOf(rules, 'pull_request').some((one) => isTrue(one, field));

/** Prevents users from rewriting or deleting the history of a branch. */
export const historyRequirements: readonly Requirement[] = [
  {
    severity: 'error',
    setting: 'Block force pushes',
    message: 'a force push replaces reviewed commits with others',
    fix: 'block force pushes',
    inClassic: (protection) => !isTrue(protection, 'allow_force_pushes', 'enabled'),
    inRules: (rules) => has(rules, 'non_fast_forward'),
  },
  {
    severity: 'warning',
    setting: 'Restrict deletions',
    message: 'anyone with write access can delete the branch, and create it again without its history',
    fix: 'restrict deletions',
    inClassic: (protection) => !isTrue(protection, 'allow_deletions', 'enabled'),
    inRules: (rules) => has(rules, 'deletion'),
  },
];

export const codeOwnerReview: Requirement = {
  severity: 'error',
  setting: 'Require review from Code Owners',
  message: 'CODEOWNERS only suggests reviewers: a tenant can change what the platform decides',
  fix: 'require review from code owners',
  inClassic: (protection) => isTrue(protection, reviews, 'require_code_owner_reviews'),
  inRules: (rules) => requires(rules, 'require_code_owner_review'),
};

/** Requires a review of every change by the owners of its files. */
export const reviewRequirements: readonly Requirement[] = [
  {
    severity: 'error',
    setting: 'Require a pull request before merging',
    message: 'anyone with write access can push changes that nobody reviewed',
    fix: 'require a pull request before merging',
    inClassic: (protection) => isMapping(valueAt(protection, reviews)),
    inRules: (rules) => has(rules, 'pull_request'),
  },
  codeOwnerReview,
  {
    severity: 'warning',
    setting: 'Dismiss stale pull request approvals',
    message: 'an approval stays valid for commits that the author pushes after it',
    fix: 'dismiss stale approvals, or require approval of the most recent push',
    inClassic: (protection) =>
      isTrue(protection, reviews, 'dismiss_stale_reviews') || isTrue(protection, reviews, 'require_last_push_approval'),
    inRules: (rules) =>
      requires(rules, 'dismiss_stale_reviews_on_push') || requires(rules, 'require_last_push_approval'),
  },
];

/** Prevents merging two changes that conflict only with each other. */
export const upToDate: Requirement = {
  severity: 'warning',
  setting: 'Require branches to be up to date before merging',
  message:
    'two pull requests that pass separately can claim the same name, and merging the second one breaks the render',
  fix: 'require branches to be up to date, or use a merge queue',
  inClassic: (protection) => isTrue(protection, 'required_status_checks', 'strict'),
  inRules: (rules) =>
    has(rules, 'merge_queue') ||
    rulesOf(rules, 'required_status_checks').some((one) => isTrue(one, 'strict_required_status_checks_policy')),
};

/** Whether a pull request needs an approval. Without one, its author can merge it. */
const needsApproval = (review: unknown) => Number(valueAt(review, 'required_approving_review_count') ?? 0) > 0;

/** Allows only listed actors to push to the branch that Argo CD applies, and to merge pull requests into it. */
export const restrictedPush: Requirement = {
  severity: 'error',
  setting: 'Restrict updates',
  message:
    "anyone with write access can push manifests or approve a team member's pull request with them, and Argo CD applies them without a review by the platform",
  fix: "allow pushes to the branch only from the app that renders, which must not be GitHub Actions, and from the owners of the Platform's directory",
  inClassic: (protection) =>
    isMapping(valueAt(protection, 'restrictions')) || isTrue(protection, 'lock_branch', 'enabled'),
  inRules: (rules) => has(rules, 'update'),
};

/** The same if all authors trust each other. Pull requests that someone else approves are then allowed. */
export const approvedPush: Requirement = {
  ...restrictedPush,
  message:
    'anyone with write access can push manifests or merge a pull request with them, and Argo CD applies them without a review',
  fix: 'allow pushes to the branch only from the app that renders, or require pull requests with an approval',
  inClassic: (protection) => needsApproval(valueAt(protection, reviews)) || restrictedPush.inClassic(protection),
  inRules: (rules) => rulesOf(rules, 'pull_request').some(needsApproval) || restrictedPush.inRules(rules),
};

export interface RequiredCheck {
  readonly context: string;
  /** False if anyone with write access can report the check. True if one app must report it, or if the source is unknown. */
  readonly hasSource: boolean;
}

/** The status checks that the rulesets and the classic protection of a branch require, if they are readable. */
export function requiredChecks({ rules, classic, classicContexts }: Branch): readonly RequiredCheck[] {
  const inRules = rules.ok ? rulesOf(rules.value, 'required_status_checks') : [];
  const listed = [
    ...inRules.flatMap((one) => listAt(one, 'required_status_checks')),
    ...(classic.ok ? listAt(classic.value, 'required_status_checks', 'checks') : []),
  ];
  const checks = listed.map((one) => ({ context: textAt(one, 'context'), hasSource: hasSource(one) }));
  const names = [
    ...classicContexts,
    ...(classic.ok ? listAt(classic.value, 'required_status_checks', 'contexts').map(String) : []),
  ];
  const unlisted = new Set(names.filter((name) => !checks.some(({ context }) => context === name)));
  // Without administrator permissions, only the names are readable. The source is then unknown.
  return [...checks, ...[...unlisted].map((context) => ({ context, hasSource: true }))];
}

function hasSource(check: unknown): boolean {
  const source = valueAt(check, 'integration_id') ?? valueAt(check, 'app_id');
  return typeof source === 'number' && source >= 0;
}

/** Checks whether pull requests into the branch require a matching status check. */
export function requiresCheck(matches: (context: string) => boolean, branch: Branch): Verdict {
  if (requiredChecks(branch).some(({ context }) => matches(context))) return 'met';
  const gaps = [branch.classic, branch.rules].flatMap((one) => (one.ok ? [] : [one.why]));
  return gaps.length === 0 ? 'unmet' : { unknown: gaps.join('; ') };
}

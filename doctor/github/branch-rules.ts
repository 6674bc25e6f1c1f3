import type { Branch } from './branch.ts';
import { bypassRules, pusherRules } from './bypass-rules.ts';
import type { DirectoryOwners } from './directory-owners.ts';
import { combine, type Outcome, outcomeOf } from './outcome.ts';
import {
  approvedPush,
  codeOwnerReview,
  historyRequirements,
  judge,
  restrictedPush,
  reviewRequirements,
  upToDate,
  type Verdict,
} from './requirement.ts';
import { type Review, reviewRules } from './review-rules.ts';

/** The parts of the checkout that the rules for branches depend on. */
export interface BranchContext {
  /** The name of the repository on GitHub. */
  readonly repository: string;
  /** The reviews that the branch must require, for each directory. */
  readonly reviews: ReadonlyMap<string, Review>;
  /** Undefined without a directory per tenant. */
  readonly owners: DirectoryOwners | undefined;
}

/** Rules for the branch that pull requests merge into. */
export function sourceBranchRules(branch: Branch, { repository, reviews, owners }: BranchContext): Outcome {
  const requirements = [...reviewRequirements, upToDate, ...historyRequirements];
  return combine([
    ...requirements.map((one) => outcomeOf(repository, branch, one, judge(one, branch))),
    reviewRules(repository, branch, reviews),
    bypassRules(repository, branch, owners),
  ]);
}

/**
 * Rules for the branch that Argo CD applies. With a directory per tenant, members of the same team can approve each other's
 * pull requests, so only a list of those who can push protects the branch.
 */
export function renderedBranchRules(branch: Branch, { repository, owners }: BranchContext): Outcome {
  const push = owners ? restrictedPush : approvedPush;
  const verdict = judge(push, branch);
  return combine([
    outcomeOf(repository, branch, push, verdict === 'unmet' && owners ? ownersVerdict(branch) : verdict),
    ...historyRequirements.map((one) => outcomeOf(repository, branch, one, judge(one, branch))),
    ...(owners ? [pusherRules(repository, branch, owners)] : []),
  ]);
}

/** The verdict if nothing but the review of pull requests protects the branch. */
function ownersVerdict(branch: Branch): Verdict {
  if (judge(codeOwnerReview, branch) !== 'met') return 'unmet';
  return { unknown: 'CODEOWNERS of this branch determines who must approve, and the doctor does not read it' };
}

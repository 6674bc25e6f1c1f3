import { type Finding, warning } from '../finding.ts';
import type { Branch } from './branch.ts';
import { bypassRules, pusherRules } from './bypass-rules.ts';
import type { DirectoryOwners } from './directory-owners.ts';
import { type Advice, combine, type Outcome, outcomeOf, subjectOf } from './outcome.ts';
import {
  approvedPush,
  codeOwnerReview,
  historyRequirements,
  judge,
  requiredChecks,
  requiresCheck,
  restrictedPush,
  reviewRequirements,
  upToDate,
  type Verdict,
} from './requirement.ts';

/** The parts of the checkout that the rules for branches depend on. */
export interface BranchContext {
  /** The name of the repository on GitHub. */
  readonly repository: string;
  /** Match the names of the checks that leasehold reports. */
  readonly checks: readonly ((context: string) => boolean)[];
  /** Undefined without a directory per tenant. */
  readonly owners: DirectoryOwners | undefined;
}

/** Rules for the branch that pull requests merge into. */
export function sourceBranchRules(branch: Branch, { repository, checks, owners }: BranchContext): Outcome {
  const requirements = [...reviewRequirements, upToDate, ...historyRequirements];
  return combine([
    ...requirements.map((one) => outcomeOf(repository, branch, one, judge(one, branch))),
    outcomeOf(repository, branch, leaseholdCheck, checkVerdict(branch, checks)),
    { findings: checksWithoutSource(repository, branch, checks), unexamined: [] },
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

const leaseholdCheck: Advice = {
  severity: 'error',
  setting: 'Require status checks to pass',
  message: 'no check of leasehold is required, so a pull request with errors that block every render can be merged',
  fix: 'require the job that runs leasehold on pull requests',
};

function checkVerdict(branch: Branch, checks: readonly ((context: string) => boolean)[]): Verdict {
  return requiresCheck((context) => checks.some((matches) => matches(context)), branch);
}

/**
 * Reports the first required check of leasehold if none of these checks has a source, because anyone with write access
 * can report a check without a source as passed.
 */
function checksWithoutSource(
  repository: string,
  branch: Branch,
  checks: readonly ((context: string) => boolean)[],
): readonly Finding[] {
  const own = requiredChecks(branch).filter(({ context }) => checks.some((matches) => matches(context)));
  if (own.length === 0 || own.some(({ hasSource }) => hasSource)) return [];
  const message = 'the required check has no source, so anyone with write access can report it as passed';
  const fix = 'select GitHub Actions as the source of the check';
  return [warning(subjectOf(repository, branch), { path: own[0]?.context ?? '', message, fix })];
}

import { valueAt } from '../../data/tree.ts';
import { error, type Finding, type FindingDetails, warning } from '../finding.ts';
import { type Actor, listedActors } from './actors.ts';
import type { Branch } from './branch.ts';
import type { DirectoryOwners } from './directory-owners.ts';
import { combine, type Outcome, outcomeOf, subjectOf } from './outcome.ts';
import { judge, type Requirement, restrictedPush, reviews } from './requirement.ts';

/** Rules for actors that can merge into the source branch without what its protection requires. */
export function bypassRules(repository: string, branch: Branch, owners: DirectoryOwners | undefined): Outcome {
  const { classic } = branch;
  const outcome = rulesetBypasses(repository, branch, {
    isAllowed: isAdministratorInPullRequests,
    fix: 'remove the bypass, or allow it only for administrators and pull requests',
  });
  if (!classic.ok || classic.value === undefined) return outcome;
  const actors = listedActors(valueAt(classic.value, reviews, 'bypass_pull_request_allowances'), owners);
  const findings = actors.map((actor) =>
    finding(repository, branch, actor, {
      path: 'Allow specified actors to bypass required pull requests',
      message: `${actor.name} can change the branch without a review`,
      fix: 'remove the actor from the list',
    }),
  );
  const verdict = judge(adminsIncluded, { ...branch, rules: { ok: true, value: [] } });
  return combine([outcome, { findings, unexamined: [] }, outcomeOf(repository, branch, adminsIncluded, verdict)]);
}

const pusherFix = "allow only apps other than GitHub Actions, and the owners of the Platform's directory";

/**
 * Rules for actors that can push to the branch that Argo CD applies. Without a list of them, those that bypass the review can
 * push.
 */
export function pusherRules(repository: string, branch: Branch, owners: DirectoryOwners): Outcome {
  const { classic, rules } = branch;
  const isOpen = !rules.ok || !restrictedPush.inRules(rules.value);
  const protection = classic.ok && isOpen ? classic.value : undefined;
  const pushers = valueAt(protection, 'restrictions') ?? valueAt(protection, reviews, 'bypass_pull_request_allowances');
  const findings = listedActors(pushers, owners)
    .filter((actor) => !isTrusted(actor))
    .map((actor) =>
      finding(repository, branch, actor, {
        path: 'Restrict who can push to matching branches',
        message: `${actor.name} can push manifests to the branch, and Argo CD applies them without a review`,
        fix: pusherFix,
      }),
    );
  const outcome = rulesetBypasses(repository, branch, { isAllowed: isTrusted, fix: pusherFix });
  return combine([{ findings, unexamined: [] }, outcome]);
}

/** Administrators can also change the rulesets, so a bypass in pull requests adds nothing. */
function isAdministratorInPullRequests({ sort, isLimited }: Actor): boolean {
  return sort === 'administrator' && isLimited;
}

function isTrusted(actor: Actor): boolean {
  return actor.sort === 'app' || actor.sort === 'platform' || isAdministratorInPullRequests(actor);
}

function finding(repository: string, branch: Branch, { sort }: Actor, details: FindingDetails): Finding {
  const report = sort === 'everyone' || sort === 'tenant' ? error : warning;
  return report(subjectOf(repository, branch), details);
}

interface BypassPolicy {
  readonly isAllowed: (actor: Actor) => boolean;
  readonly fix: string;
}

function rulesetBypasses(repository: string, branch: Branch, { isAllowed, fix }: BypassPolicy): Outcome {
  const { name } = subjectOf(repository, branch);
  const outcomes = branch.bypasses.map(({ ruleset, actors }): Outcome => {
    if (!actors.ok)
      return { findings: [], unexamined: [{ what: `${name}: who bypasses ${ruleset}`, why: actors.why }] };
    const unsafe = actors.value.filter((actor) => !isAllowed(actor));
    const findings = unsafe.map((actor) => {
      const where = actor.isLimited ? ' in their own pull requests' : '';
      const message = `${actor.name} can bypass the ruleset ${ruleset}${where}`;
      return finding(repository, branch, actor, { path: 'bypass_actors', message, fix });
    });
    return { findings, unexamined: [] };
  });
  return combine(outcomes);
}

const adminsIncluded: Requirement = {
  severity: 'warning',
  setting: 'Do not allow bypassing the above settings',
  message: 'administrators can bypass the protection',
  fix: 'select Do not allow bypassing the above settings',
  inClassic: (protection) => valueAt(protection, 'enforce_admins', 'enabled') === true,
  inRules: () => false,
};

import { error, type Finding, type Unexamined, warning } from '../finding.ts';
import type { Branch } from './branch.ts';
import {
  historyRequirements,
  judge,
  type Requirement,
  requiredChecks,
  requiresCheck,
  restrictedPush,
  reviewRequirements,
  upToDate,
  type Verdict,
} from './requirement.ts';

/** Findings, and checks that cannot be evaluated. */
export interface Outcome {
  readonly findings: readonly Finding[];
  readonly unexamined: readonly Unexamined[];
}

export function combine(outcomes: readonly Outcome[]): Outcome {
  return {
    findings: outcomes.flatMap(({ findings }) => findings),
    unexamined: outcomes.flatMap(({ unexamined }) => unexamined),
  };
}

/**
 * Rules for the branch that pull requests merge into. `checks` match the names of the checks that leasehold reports.
 */
export function sourceBranchRules(
  repository: string,
  branch: Branch,
  checks: readonly ((context: string) => boolean)[],
): Outcome {
  const requirements = [...reviewRequirements, upToDate, ...historyRequirements];
  return combine([
    ...requirements.map((one) => outcomeOf(repository, branch, one, judge(one, branch))),
    outcomeOf(repository, branch, leaseholdCheck, checkVerdict(branch, checks)),
    { findings: checksWithoutSource(repository, branch, checks), unexamined: [] },
    bypasses(repository, branch),
  ]);
}

/** Rules for the branch that Argo CD applies. */
export function renderedBranchRules(repository: string, branch: Branch): Outcome {
  return combine(
    [restrictedPush, ...historyRequirements].map((one) => outcomeOf(repository, branch, one, judge(one, branch))),
  );
}

type Advice = Pick<Requirement, 'severity' | 'setting' | 'message' | 'fix'>;

const leaseholdCheck: Advice = {
  severity: 'error',
  setting: 'Require status checks to pass',
  message: 'no check of leasehold is required, so a pull request with errors that block every render can be merged',
  fix: 'require the job that runs leasehold on pull requests',
};

function checkVerdict(branch: Branch, checks: readonly ((context: string) => boolean)[]): Verdict {
  return requiresCheck((context) => checks.some((matches) => matches(context)), branch);
}

function subjectOf(repository: string, { name }: Branch) {
  return { file: `github:${repository}`, name: `branch ${name}` };
}

function outcomeOf(repository: string, branch: Branch, advice: Advice, verdict: Verdict): Outcome {
  if (verdict === 'met') return { findings: [], unexamined: [] };
  const { severity, setting, message, fix } = advice;
  const subject = subjectOf(repository, branch);
  if (verdict === 'unmet') {
    const report = severity === 'error' ? error : warning;
    return { findings: [report(subject, { path: setting, message, fix })], unexamined: [] };
  }
  return { findings: [], unexamined: [{ what: `${subject.name}: ${setting}`, why: verdict.unknown }] };
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

function bypasses(repository: string, branch: Branch): Outcome {
  const subject = subjectOf(repository, branch);
  const outcomes = branch.bypasses.map(({ ruleset, actors }): Outcome => {
    if (!actors.ok) {
      return { findings: [], unexamined: [{ what: `${subject.name}: who bypasses ${ruleset}`, why: actors.why }] };
    }
    if (actors.value.length === 0) return { findings: [], unexamined: [] };
    const message = `${actors.value.join(', ')} can bypass the ruleset ${ruleset}`;
    const fix = 'remove the bypass, or allow it only for pull requests';
    return { findings: [warning(subject, { path: 'bypass_actors', message, fix })], unexamined: [] };
  });
  return combine([...outcomes, classicBypasses(repository, branch)]);
}

function classicBypasses(repository: string, branch: Branch): Outcome {
  const { classic } = branch;
  if (!classic.ok || classic.value === undefined) return { findings: [], unexamined: [] };
  const verdict: Verdict = judge(adminsIncluded, { ...branch, rules: { ok: true, value: [] } });
  return outcomeOf(repository, branch, adminsIncluded, verdict);
}

const adminsIncluded: Requirement = {
  severity: 'warning',
  setting: 'Do not allow bypassing the above settings',
  message: 'administrators can bypass the protection',
  fix: 'select Do not allow bypassing the above settings',
  inClassic: (protection) => isEnforced(protection),
  inRules: () => false,
};

function isEnforced(protection: unknown): boolean {
  const { enforce_admins: admins } = protection as { readonly enforce_admins?: { readonly enabled?: boolean } };
  return admins?.enabled === true;
}

import { error, type Finding, type Unexamined, warning } from '../finding.ts';
import type { Branch } from './branch.ts';
import type { Requirement, Verdict } from './requirement.ts';

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

/** Removes duplicates, such as those for several runs of a job. */
export function distinct({ findings, unexamined }: Outcome): Outcome {
  return { findings: withoutDuplicates(findings), unexamined: withoutDuplicates(unexamined) };
}

function withoutDuplicates<T>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

export function subjectOf(repository: string, { name }: Branch) {
  return { file: `github:${repository}`, name: `branch ${name}` };
}

export type Advice = Pick<Requirement, 'severity' | 'setting' | 'message' | 'fix'>;

export function outcomeOf(repository: string, branch: Branch, advice: Advice, verdict: Verdict): Outcome {
  if (verdict === 'met') return { findings: [], unexamined: [] };
  const { severity, setting, message, fix } = advice;
  const subject = subjectOf(repository, branch);
  if (verdict === 'unmet') {
    const report = severity === 'error' ? error : warning;
    return { findings: [report(subject, { path: setting, message, fix })], unexamined: [] };
  }
  return { findings: [], unexamined: [{ what: `${subject.name}: ${setting}`, why: verdict.unknown }] };
}

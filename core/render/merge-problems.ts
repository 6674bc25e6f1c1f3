import { groupBy } from '../../data/group-by.ts';
import type { UnlocatedProblem } from '../problem/problem.ts';

/** Merges problems that occur for several tenants into a single problem that affects all of them. */
export function mergeProblems(problems: readonly UnlocatedProblem[]): readonly UnlocatedProblem[] {
  const byOrigin = groupBy(problems, ({ origin }) => origin);
  return [...byOrigin.values()].flatMap((group) => (group.length === 1 ? group : mergeOfOrigin(group)));
}

function mergeOfOrigin(problems: readonly UnlocatedProblem[]): readonly UnlocatedProblem[] {
  const merged = new Map<string, { readonly problem: UnlocatedProblem; readonly tenants: Set<string> }>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.code, problem.place, problem.message]);
    const known = merged.get(key) ?? { problem, tenants: new Set() };
    merged.set(key, known);
    for (const tenant of problem.tenants ?? []) known.tenants.add(tenant);
  }
  return [...merged.values()].map(({ problem, tenants }) => ({ ...problem, tenants: [...tenants] }));
}

import { isTenant } from '../../core/kind/tenant.ts';
import type { Problem } from '../../core/problem/problem.ts';
import { escapePattern } from '../../data/escape-pattern.ts';
import type { View } from '../world/view.ts';

/** Problems without the files and names of tenants that the reader may not see. */
export function visibleProblems<One extends Problem>(
  problems: readonly One[],
  view: View,
  mayRead: (tenant: string) => boolean,
): readonly One[] {
  const owners = view.world.owners();
  const hidden = new Set(
    [...owners.values()].flatMap((names) => [...names]).filter((name) => isTenant(name) && !mayRead(name)),
  );
  if (hidden.size === 0) return problems;
  const hiddenFiles = [...owners]
    .filter(([, names]) => [...names].some((name) => hidden.has(name)))
    .map(([file]) => file);
  const words = [...hidden, ...hiddenFiles].map(escapePattern).join('|');
  const secret = new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`);
  return problems.flatMap((problem) => {
    if (hiddenFiles.includes(problem.at.file)) return [];
    if (!secret.test(JSON.stringify([problem.message, problem.fix, problem.choices]))) return [problem];
    const { fix: _fix, choices: _choices, ...rest } = problem;
    return [{ ...rest, message: 'the change conflicts with a resource of another tenant' } as One];
  });
}

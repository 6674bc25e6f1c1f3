import type { Problem } from '../../core/problem/problem.ts';

/** Problems about namespaces with several schedules. */
export function scheduleConflicts<One extends Problem>(problems: readonly One[]): readonly One[] {
  return problems.filter(
    ({ code, message }) => code === 'duplicate-claim' && message.includes('supervisor selects namespace'),
  );
}

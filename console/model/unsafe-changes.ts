import { isError, type Problem } from '../../core/problem/problem.ts';

/** Whether each error is an unsafe change: both versions render, but a field changes that must stay the same. */
export function hasOnlyUnsafeChanges(problems: readonly Problem[]): boolean {
  const errors = problems.filter(isError);
  return errors.length > 0 && errors.every(({ code }) => code === 'unsafe-change');
}

import { shortList } from '../../data/short-list.ts';
import type { Problem } from './problem.ts';

const maxChoices = 20;

/** Formats a problem as `tenants/acme.yaml:4:9 error unknown-field spec.userID: message (did you mean userId?)`. */
export function formatProblem(problem: Problem): string {
  const { at, code, severity, message, fix } = problem;
  const place = at.file === '' ? '' : `${at.file}:${at.line}:${at.column} `;
  const path = at.path === '' ? '' : ` ${at.path}`;
  const choices = unmentionedChoices(problem);
  const help = fix ?? (choices && `choices: ${choices}`);
  return `${place}${severity} ${code}${path}: ${message}${help === undefined ? '' : ` (${help})`}`;
}

/** Lists the allowed choices, unless the message and the fix already mention all of them. */
export function unmentionedChoices({ message, fix = '', choices = [] }: Problem): string | undefined {
  const text = `${message} ${fix}`;
  if (choices.length === 0 || choices.every((choice) => text.includes(choice))) return undefined;
  return shortList(choices, maxChoices);
}

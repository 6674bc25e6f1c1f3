import { shortList } from '../../data/short-list.ts';
import type { Problem } from './problem.ts';

/** More choices than these are read in the documentation and not in a message. */
const mostChoices = 20;

/** `tenants/acme.yaml:4:9 error unknown-field spec.userID: message (did you mean userId?)` */
export function formatProblem(problem: Problem): string {
  const { at, code, severity, message, fix } = problem;
  const place = at.file === '' ? '' : `${at.file}:${at.line}:${at.column} `;
  const path = at.path === '' ? '' : ` ${at.path}`;
  const unsaid = unmentionedChoices(problem);
  const help = fix ?? (unsaid && `choices: ${unsaid}`);
  return `${place}${severity} ${code}${path}: ${message}${help === undefined ? '' : ` (${help})`}`;
}

/** The legal choices in words, when neither the message nor the fix has named them all. */
export function unmentionedChoices({ message, fix = '', choices = [] }: Problem): string | undefined {
  const said = `${message} ${fix}`;
  if (choices.length === 0 || choices.every((choice) => said.includes(choice))) return undefined;
  return shortList(choices, mostChoices);
}

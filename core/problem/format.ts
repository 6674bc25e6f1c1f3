import type { Problem } from './problem.ts';

/** `tenants/acme.yaml:4:9 error unknown-field spec.userID: message. did you mean userId?` */
export function formatProblem({ at, code, severity, message, fix }: Problem): string {
  const place = at.file === '' ? '' : `${at.file}:${at.line}:${at.column} `;
  const path = at.path === '' ? '' : ` ${at.path}`;
  return `${place}${severity} ${code}${path}: ${message}${fix === undefined ? '' : ` (${fix})`}`;
}

import { textAt, textEntriesAt } from '../../data/tree.ts';
import { compileRe2 } from '../../kubernetes/re2.ts';
import type { ConfigObject } from './config-object.ts';
import { matches } from './glob.ts';

/** A line of Argo CD's policies that allows something [sources: argocd-44]. */
export interface Policy {
  readonly subject: string;
  readonly resource: string;
  readonly action: string;
  readonly object: string;
}

/**
 * The policies that allow something. Lines with the effect `deny` are left out, so a role can have fewer permissions than the
 * result, but never more.
 */
export function policiesIn(lines: readonly string[]): readonly Policy[] {
  return lines.map(partsOf).flatMap(([type, subject = '', resource = '', action = '', object = '', effect]) => {
    return type === 'p' && effect !== 'deny' ? [{ subject, resource, action, object }] : [];
  });
}

function partsOf(line: string): readonly string[] {
  return line.split(',').map((part) => part.trim().replace(/^"|"$/g, ''));
}

/** How the patterns of policies match values: as globs, or as regular expressions with `policy.matchMode: regex`. */
export type Match = (pattern: string, value: string) => boolean;

export function matchIn(permissions: ConfigObject | undefined): Match {
  return textAt(permissions?.body, 'data', 'policy.matchMode') === 'regex'
    ? matchesRegex
    : (one, value) => matches(one, value);
}

function matchesRegex(pattern: string, value: string): boolean {
  if (pattern === '*') return true;
  const compiled = compileRe2(pattern);
  return 're2' in compiled && compiled.re2.test(value);
}

/** The policies of `policy.default`, which all users have. `permissions` is argocd-rbac-cm. */
export function defaultPolicies({ body }: ConfigObject): readonly Policy[] {
  const role = textAt(body, 'data', 'policy.default');
  const lines = [...builtin, ...textsOf(body).flatMap((text) => text.split('\n'))];
  const subjects = new Set(role === '' ? [] : [role]);
  // A set iterates over the members that the loop adds.
  for (const subject of subjects) for (const inherited of rolesOf(subject, lines)) subjects.add(inherited);
  return policiesIn(lines).filter(({ subject }) => subjects.has(subject));
}

/** What Argo CD's own roles allow, as far as rules need it. */
const builtin: readonly string[] = [
  'p, role:readonly, *, get, *',
  'p, role:admin, *, *, *',
  'g, role:admin, role:readonly',
];

function rolesOf(subject: string, lines: readonly string[]): readonly string[] {
  return lines.map(partsOf).flatMap(([type, member, role = '']) => (type === 'g' && member === subject ? [role] : []));
}

/** Argo CD reads `policy.csv`, and every key such as `policy.teams.csv`. */
function textsOf(body: unknown): readonly string[] {
  const entries = textEntriesAt(body, 'data');
  return entries.flatMap(([key, text]) => (key.startsWith('policy.') && key.endsWith('.csv') ? [text] : []));
}

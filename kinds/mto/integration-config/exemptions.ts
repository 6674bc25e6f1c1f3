import { accountPrefix, patternOfAccounts } from '../../../admission/user-patterns.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { anchorAdvice, hasAlternatives, isAnchored } from '../integration/anchors.ts';

type Spec = NonNullable<Resource<'mto-integration-config'>['body']['spec']>;

const base = ['spec', 'accessControl', 'privileged'];

/** Warns about expressions that can exempt more accounts from admission rules than they seem to. */
export function warnAboutExemptions({ accessControl }: Spec, report: Report): void {
  const { serviceAccounts = [], users = [] } = accessControl?.privileged ?? {};
  for (const [index, source] of serviceAccounts.entries()) {
    if (isInvalid(source) || namesNamespace(source)) continue;
    const problem = matchesNone(source)
      ? `matches no ServiceAccount, because their names start with ${accountPrefix}`
      : 'matches ServiceAccounts in any namespace, so members of tenants can create ServiceAccounts that are exempt';
    report('risky-value', [...base, 'serviceAccounts', index], `${source} ${problem}`, {
      fix: `start it with ^${accountPrefix} and the namespace, and put alternatives in parentheses`,
    });
  }
  for (const [index, source] of users.entries()) {
    if (isInvalid(source) || namesNamespace(source) || isAnchored(source)) continue;
    const { problem, fix } = anchorAdvice(source);
    const message = `${source} ${problem}, so every user whose name contains a match is exempt`;
    report('risky-value', [...base, 'users', index], message, { fix });
  }
}

/**
 * True if the expression starts with the prefix of ServiceAccounts and at least the first letter of a namespace, and has no
 * alternatives outside of parentheses.
 */
function namesNamespace(source: string): boolean {
  const isStart = /^\^?system:serviceaccount:\(?[a-z0-9]/.test(source);
  return isStart && !hasAlternatives(source);
}

/** True if the expression starts with a text with which no ServiceAccount starts. Ignores its last character, which can be optional. */
function matchesNone(source: string): boolean {
  const start = /^\^([a-z0-9-]+)[a-z0-9-]/.exec(source)?.[1];
  return start !== undefined && !hasAlternatives(source) && !accountPrefix.startsWith(start);
}

/** An invalid expression is reported elsewhere, and exempts nobody. */
function isInvalid(source: string): boolean {
  return patternOfAccounts(source).length === 0;
}

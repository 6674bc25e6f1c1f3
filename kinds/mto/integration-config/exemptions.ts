import { accountPrefix, patternOfAccounts } from '../../../admission/user-patterns.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';

type Spec = NonNullable<Resource<'mto-integration-config'>['body']['spec']>;

const base = ['spec', 'accessControl', 'privileged'];

/** Warns about expressions that can exempt more accounts from admission rules than they seem to. */
export function warnAboutExemptions({ accessControl }: Spec, report: Report): void {
  const { serviceAccounts = [], users = [] } = accessControl?.privileged ?? {};
  for (const [index, source] of serviceAccounts.entries()) {
    if (namesNamespace(source) || isInvalid(source)) continue;
    const message = `${source} does not start with a namespace, so members of tenants can create exempt ServiceAccounts`;
    report('risky-value', [...base, 'serviceAccounts', index], message, {
      fix: `start it with ^${accountPrefix} and the namespace`,
    });
  }
  for (const [index, source] of users.entries()) {
    if (namesNamespace(source) || isInvalid(source) || isAnchored(source)) continue;
    const message = `${source} is not anchored, so every user whose name contains a match is exempt`;
    report('risky-value', [...base, 'users', index], message, {
      fix: 'start it with ^, end it with $, and put alternatives in parentheses',
    });
  }
}

/** Whether every alternative of the expression is in parentheses that follow a literal start of the names. */
function namesNamespace(source: string): boolean {
  const isStart = /^\^?system:serviceaccount:\(?[a-z0-9]/.test(source);
  return isStart && !hasAlternatives(source);
}

/** An invalid expression is reported elsewhere, and exempts nobody. */
function isAnchored(source: string): boolean {
  return source.startsWith('^') && source.endsWith('$') && !hasAlternatives(source);
}

/** Whether the expression has alternatives outside of parentheses. An anchor applies to only one of them. */
function hasAlternatives(source: string): boolean {
  return source.replaceAll(/\([^()]*\)/g, '').includes('|');
}

function isInvalid(source: string): boolean {
  return patternOfAccounts(source).length === 0;
}

import { type Accounts, clusterAdministrators, combined, platformAccounts } from '../../admission/accounts.ts';
import type { Rule } from '../../admission/rule.ts';
import { rulesFor } from '../../admission/rules/index.ts';
import { barred } from './fixtures.ts';

export const rules: readonly Rule[] = rulesFor(barred);

const nobody: Accounts = { users: [], groups: [], userPatterns: [] };

export function accountsOf({ exempts }: Rule): Accounts {
  if (exempts === 'nobody') return nobody;
  return exempts === 'administrators'
    ? clusterAdministrators
    : combined(clusterAdministrators, platformAccounts('argocd'));
}

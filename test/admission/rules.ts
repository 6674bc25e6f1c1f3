import {
  type Accounts,
  accountsOfNamespace,
  clusterAdministrators,
  combined,
  platformAccounts,
} from '../../admission/accounts.ts';
import type { Rule } from '../../admission/rule.ts';
import { rulesFor } from '../../admission/rules/index.ts';
import { barred } from './fixtures.ts';

export const rules: readonly Rule[] = rulesFor(barred);

const nobody: Accounts = { users: [], groups: [], userPatterns: [] };

export function accountsOf({ exempts }: Rule): Accounts {
  const platform = combined(clusterAdministrators, platformAccounts('argocd'));
  return {
    nobody,
    administrators: clusterAdministrators,
    platform,
    deployers: combined(platform, accountsOfNamespace('leasehold-deploy')),
  }[exempts];
}

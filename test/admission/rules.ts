import {
  type Accounts,
  accountsOfAllApplications,
  accountsOfNamespace,
  applicationSetAccount,
  clusterAdministrators,
  combined,
  platformAccounts,
  sidecarAccount,
} from '../../admission/accounts.ts';
import { exemptAccounts } from '../../admission/policy.ts';
import type { Rule } from '../../admission/rule.ts';
import { rulesFor } from '../../admission/rules/index.ts';
import { patternOfAccounts, patternOfUsers } from '../../admission/user-patterns.ts';
import { barred, users } from './fixtures.ts';

export const rules: readonly Rule[] = rulesFor(barred, [users['argocd-server'].username]);

const nobody: Accounts = { users: [], groups: [], userPatterns: [] };

/** Accounts that an IntegrationConfig exempts. */
const privileged: Accounts = {
  ...nobody,
  userPatterns: [...patternOfUsers('kim'), ...patternOfAccounts('^system:serviceaccount:velero:')],
};

export function accountsOf(rule: Rule): Accounts {
  const administrators = combined(clusterAdministrators, privileged);
  const platform = combined(administrators, platformAccounts('argocd'));
  const accounts = {
    nobody,
    administrators,
    platform,
    deployers: combined(platform, accountsOfNamespace('leasehold-deploy')),
    appliers: combined(administrators, accountsOfAllApplications(platform), accountsOfNamespace('leasehold-deploy')),
    'platform-and-application-sets': combined(platform, applicationSetAccount('argocd', 'kubernetes')),
    'platform-and-sidecar': combined(platform, sidecarAccount('argocd')),
  }[rule.exempts];
  return exemptAccounts(rule, accounts);
}

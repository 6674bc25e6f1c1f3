import { memberNamespace } from '../../../admission/accounts.ts';
import { accountBinding, accountNamespace } from '../../../core/deployment/account.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import { pricingText } from '../../../cost/opencost.ts';
import { platformObjects } from '../components/platform-objects.ts';
import { policyText, vaultView } from '../tenant/vault.ts';
import type { ResolvedConfig } from './resolve.ts';

/**
 * The ConfigMap with OpenCost's prices, under the name that the operator uses; the platform's Vault policies; the namespace of
 * the accounts of AppProjects; and the components.
 */
export function render(config: ResolvedConfig): readonly Emit[] {
  const { namespace, pricing } = config;
  const meta = { name: 'opencost-custom-pricing', namespace, labels: {}, annotations: {} };
  const data = { 'default.json': pricingText(pricing ?? {}) };
  const prices = pricing ? [emit('config-map', { ...meta, data })] : [];
  return [...prices, ...vaultPolicies(config), ...accountObjects(config), ...platformObjects(config.parts)];
}

/**
 * Argo CD's server acts as the account of a project, for example to show logs. Unlike the controller, it has no permission for
 * this by default [sources: argocd-45].
 */
function accountObjects({ server }: ResolvedConfig): readonly Emit[] {
  if (!server) return [];
  const meta = { name: 'argocd-server', namespace: memberNamespace, labels: {}, annotations: {} };
  const rules = [{ apiGroups: [''], resources: ['serviceaccounts'], verbs: ['impersonate'] }];
  return [
    accountNamespace(memberNamespace),
    emit('role', { ...meta, rules }),
    accountBinding(server, { kind: 'Role', name: meta.name }, meta),
  ];
}

/**
 * Policies of tenants are rendered with the tenants. Vault stores policy names in lower case.
 */
function vaultPolicies({ namespace, vault, policies }: ResolvedConfig): readonly Emit[] {
  if (!vault) return [];
  return policies.map(({ name, rules }) =>
    emit('vault-policy', {
      ...vaultView(vault, { name: name.toLowerCase(), namespace, labels: {} }),
      policy: policyText(rules),
    }),
  );
}

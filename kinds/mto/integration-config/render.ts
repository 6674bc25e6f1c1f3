import { type Emit, emit } from '../../../core/print/shape.ts';
import { pricingText } from '../../../cost/opencost.ts';
import { platformObjects } from '../components/platform-objects.ts';
import { policyText, vaultView } from '../tenant/vault.ts';
import type { ResolvedConfig } from './resolve.ts';

/**
 * The ConfigMap with OpenCost's prices, under the name that the operator uses; the platform's Vault policies; and the
 * components.
 */
export function render(config: ResolvedConfig): readonly Emit[] {
  const { namespace, pricing } = config;
  const meta = { name: 'opencost-custom-pricing', namespace, labels: {}, annotations: {} };
  const data = { 'default.json': pricingText(pricing ?? {}) };
  const prices = pricing ? [emit('config-map', { ...meta, data })] : [];
  return [...prices, ...vaultPolicies(config), ...platformObjects(config.parts)];
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

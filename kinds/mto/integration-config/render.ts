import { type Emit, emit } from '../../../core/print/shape.ts';
import { policyText, vaultView } from '../tenant/vault.ts';
import type { ResolvedConfig } from './resolve.ts';

/**
 * The platform's Vault policies. Those of tenants are rendered with the tenants. Vault keeps names of policies in lower
 * case.
 */
export function render({ namespace, vault, policies }: ResolvedConfig): readonly Emit[] {
  if (!vault) return [];
  return policies.map(({ name, rules }) =>
    emit('vault-policy', {
      ...vaultView(vault, { name: name.toLowerCase(), namespace, labels: {} }),
      policy: policyText(rules),
    }),
  );
}

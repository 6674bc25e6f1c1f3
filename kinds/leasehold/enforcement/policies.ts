import { type Accounts, combined } from '../../../admission/accounts.ts';
import { bindings, policyName, policySpec } from '../../../admission/policy.ts';
import type { Rule } from '../../../admission/rule.ts';
import { rulesFor } from '../../../admission/rules/index.ts';
import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import type { EnforcementSettings } from '../../../core/settings/enforcement.ts';
import type { MetaView } from '../../../templates/views.ts';
import { type Integration, integrationOf } from '../../mto/integration/integration.ts';

/** One policy for each rule, for all tenants, and its bindings. */
export function policies(world: World): readonly Emit[] {
  const { enforcement } = world.settings;
  if (!enforcement) return [];
  const integration = world.derived(integrationOf);
  return rulesIn(world).flatMap((rule) => [
    emit('validating-admission-policy', {
      ...meta(policyName(rule.id)),
      spec: policySpec(rule, exemptions(rule, enforcement, integration)),
    }),
    ...bindings(rule, enforcement.modesOf(rule.id)).map(({ name, spec }) =>
      emit('validating-admission-policy-binding', { ...meta(name), spec }),
    ),
  ]);
}

/** The rules of a repository. Without anyone to bar, a rule about them would only cost time. */
export function rulesIn(world: World): readonly Rule[] {
  const { barred } = world.derived(integrationOf);
  const barsSomeone = barred.users.length + barred.groups.length > 0;
  return rulesFor(barred).filter(({ id }) => id !== 'access' || barsSomeone);
}

function meta(name: string): MetaView {
  return { name, namespace: '', labels: {}, annotations: {} };
}

const nobody: Accounts = { users: [], groups: [], userPatterns: [] };

/** The accounts that the IntegrationConfig privileges are administrators. */
function exemptions({ exempts }: Rule, enforcement: EnforcementSettings, { privileged }: Integration): Accounts {
  return exempts === 'nobody' ? nobody : combined(enforcement[exempts], privileged);
}

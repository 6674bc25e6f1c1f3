import { type Accounts, combined, serverAccount } from '../../../admission/accounts.ts';
import { defaultsBinding, defaultsPolicies, defaultsSpec } from '../../../admission/defaults.ts';
import { ruleConstraints, templateSource } from '../../../admission/gatekeeper.ts';
import { bindings, policyName, policySpec } from '../../../admission/policy.ts';
import type { Rule } from '../../../admission/rule.ts';
import { rulesFor } from '../../../admission/rules/index.ts';
import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import type { EnforcementSettings } from '../../../core/settings/enforcement.ts';
import { syncOptionsAnnotation } from '../../../kubernetes/argocd-annotations.ts';
import type { MetaView } from '../../../templates/views.ts';
import { type Integration, integrationOf } from '../../mto/integration/integration.ts';

/**
 * One policy for each rule, for all tenants, with its bindings. With the backend gatekeeper, renders objects with the same
 * effect. Also renders the policies that fill in defaults.
 */
export function policies(world: World): readonly Emit[] {
  const { enforcement } = world.settings;
  if (!enforcement) return [];
  const rules = enforcement.backend === 'gatekeeper' ? gatekeeperObjects : rulePolicies;
  return [...rules(world, enforcement), ...(enforcement.hasDefaults ? mutatingPolicies() : [])];
}

function rulePolicies(world: World, enforcement: EnforcementSettings): readonly Emit[] {
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

function mutatingPolicies(): readonly Emit[] {
  return defaultsPolicies.flatMap((policy) => {
    const own = meta(policyName(`defaults-${policy.name}`));
    return [
      emit('mutating-admission-policy', { ...own, spec: defaultsSpec(policy) }),
      emit('mutating-admission-policy-binding', { ...own, spec: defaultsBinding(own.name) }),
    ];
  });
}

/** One template with the expressions of all rules, and the constraints for each rule. */
function gatekeeperObjects(world: World, enforcement: EnforcementSettings): readonly Emit[] {
  const integration = world.derived(integrationOf);
  const rules = rulesIn(world);
  const exempted = rules.map((rule) => ({ rule, exempt: exemptions(rule, enforcement, integration) }));
  const annotations = { [syncOptionsAnnotation]: 'SkipDryRunOnMissingResource=true' };
  return [
    emit('leasehold-rule-constraint-template', { ...meta('leaseholdrule'), source: templateSource(exempted) }),
    ...rules.flatMap((rule) =>
      ruleConstraints(rule, enforcement.modesOf(rule.id)).map(({ name, spec }) =>
        emit('leasehold-rule', { ...meta(name), annotations, spec }),
      ),
    ),
  ];
}

/** The rules of a repository. The rule about barred accounts is left out if no account is barred. */
export function rulesIn(world: World): readonly Rule[] {
  const { barred } = world.derived(integrationOf);
  const barsSomeone = barred.users.length + barred.groups.length > 0;
  return rulesFor(barred, serversIn(world)).filter(({ id }) => id !== 'access' || barsSomeone);
}

/** The accounts of Argo CD's API server, in the namespaces that the Platform and the IntegrationConfig set. */
function serversIn(world: World): readonly string[] {
  const { enforcement, flavor } = world.settings;
  const { argocd } = world.derived(integrationOf);
  const own = argocd ? [serverAccount(argocd.namespace, flavor)] : [];
  return [...new Set([...(enforcement ? [enforcement.server] : []), ...own])];
}

function meta(name: string): MetaView {
  return { name, namespace: '', labels: {}, annotations: {} };
}

const nobody: Accounts = { users: [], groups: [], userPatterns: [] };

/** Accounts with privileges in the IntegrationConfig count as administrators. */
function exemptions({ exempts }: Rule, enforcement: EnforcementSettings, { privileged }: Integration): Accounts {
  return exempts === 'nobody' ? nobody : combined(enforcement[exempts], privileged);
}

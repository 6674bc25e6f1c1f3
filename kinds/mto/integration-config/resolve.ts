import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';
import { type LabelSelector, selectorError } from '../../../kubernetes/label-selector.ts';
import { compileRe2 } from '../../../kubernetes/re2.ts';
import { integrationOf, type Role, roles, type Vault } from '../integration/integration.ts';
import { warnOfKinds } from '../integration/kind-lists.ts';
import { checkLabels, checkReservedKeys } from '../integration/labels.ts';

type Spec = Resource<'mto-integration-config'>['body']['spec'];

/** What the IntegrationConfig itself renders: the platform's Vault policies. */
export interface ResolvedConfig {
  readonly namespace: string;
  readonly vault: Vault | undefined;
  readonly policies: readonly VaultPolicy[];
}

export interface VaultPolicy {
  readonly name: string;
  readonly rules: readonly VaultRule[];
  readonly tenantRoles?: readonly Role[];
}

export interface VaultRule {
  readonly path: string;
  readonly capabilities: readonly string[];
}

export function resolve(
  resource: Resource<'mto-integration-config'>,
  world: World,
  report: Report,
): ResolvedConfig | undefined {
  const { spec } = resource.body;
  checkPatterns(spec, report);
  checkRoles(spec, report);
  checkMetadata(spec, report);
  checkVault(spec, report);
  checkArgo(spec, report);
  warnOfUnrendered(spec, report);
  const { namespace, vault } = world.derived(integrationOf);
  return { namespace, vault, policies: spec.integrations?.vault?.policies ?? [] };
}

function checkPatterns(spec: Spec, report: Report): void {
  for (const field of ['namespaces', 'serviceAccounts', 'users'] as const) {
    for (const [index, source] of (spec.accessControl?.privileged?.[field] ?? []).entries()) {
      const pattern = compileRe2(source);
      const path = ['spec', 'accessControl', 'privileged', field, index];
      if ('error' in pattern) report('bad-format', path, pattern.error);
    }
  }
}

function checkRoles(spec: Spec, report: Report): void {
  for (const [index, entry] of (spec.accessControl?.rbac?.tenantRoles?.custom ?? []).entries()) {
    const path = ['spec', 'accessControl', 'rbac', 'tenantRoles', 'custom', index];
    const fault = selectorError(entry.labelSelector as LabelSelector);
    if (fault) report('conflicting-fields', [...path, 'labelSelector', 'matchExpressions', fault.index], fault.message);
    if (roles.some((role: Role) => entry[role])) continue;
    report('ignored-field', path, 'the entry names no role, so it changes nothing', {
      fix: 'name cluster roles for owner, editor or viewer',
    });
  }
}

function checkMetadata({ metadata = {} }: Spec, report: Report): void {
  for (const field of ['namespaces', 'groups', 'sandboxes'] as const) {
    const path = ['spec', 'metadata', field];
    if (field !== 'groups') checkReservedKeys(metadata[field] ?? {}, path, report);
    if (field !== 'sandboxes') checkLabels(metadata[field]?.labels ?? {}, [...path, 'labels'], report);
  }
}

/** The fields that an enabled Vault integration requires [sources: mto-14]. */
function checkVault({ integrations }: Spec, report: Report): void {
  const vault = integrations?.vault;
  const path = ['spec', 'integrations', 'vault'];
  if (!vault?.enabled) return;
  if (!vault.accessInfo) {
    const message = 'an enabled vault needs accessInfo with accessorPath, address and roleName';
    report('missing-field', [...path, 'accessInfo'], message);
    return;
  }
  if (vault.config && !vault.accessInfo.secretRef) {
    const message = 'config.ssoClient needs accessInfo.secretRef, the Secret of that client';
    report('missing-field', [...path, 'accessInfo', 'secretRef'], message);
  }
  warnOfUnassigned(vault.policies ?? [], [...path, 'policies'], report);
  if (vault.authMethod === 'token') {
    const message = 'the Vault config operator, which is rendered for, logs in by the Kubernetes auth method';
    report('ignored-field', [...path, 'authMethod'], message, { fix: 'write kubernetes' });
  }
}

function warnOfUnassigned(policies: readonly VaultPolicy[], path: Path, report: Report): void {
  for (const [index, { tenantRoles = [] }] of policies.entries()) {
    if (tenantRoles.length === 0) continue;
    const message = 'the policy is written, and nobody gets it: Vault learns from single sign-on alone who a member is';
    report('ignored-field', [...path, index, 'tenantRoles'], message, { fix: 'assign the policy in Vault' });
  }
}

function checkArgo({ integrations }: Spec, report: Report): void {
  warnOfKinds(integrations?.argocd ?? {}, ['spec', 'integrations', 'argocd'], report);
}

function warnOfUnrendered({ accessControl, components, tenantPolicies }: Spec, report: Report): void {
  if (accessControl?.namespaceAccessPolicy) {
    const message = 'namespaceAccessPolicy is checked; no admission policy is rendered for it';
    report('ignored-field', ['spec', 'accessControl', 'namespaceAccessPolicy'], message);
  }
  if (components) {
    const message = 'components are checked; nothing is rendered for them';
    report('ignored-field', ['spec', 'components'], message, { fix: 'install them as Argo CD Applications' });
  }
  for (const field of ['disableHostPorts', 'disableNodePortServices'] as const) {
    if (!tenantPolicies?.network?.[field]) continue;
    const message = `${field} is checked; no admission policy is rendered for it`;
    report('ignored-field', ['spec', 'tenantPolicies', 'network', field], message);
  }
}

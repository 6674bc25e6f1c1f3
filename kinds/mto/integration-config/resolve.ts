import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { type LabelSelector, selectorError } from '../../../kubernetes/label-selector.ts';
import { compileRe2 } from '../../../kubernetes/re2.ts';
import type { Labels } from '../../../templates/views.ts';
import { type PlatformParts, platformParts } from '../components/components.ts';
import { integrationOf, type Role, roles, type Vault } from '../integration/integration.ts';
import { warnAboutKinds } from '../integration/kind-lists.ts';
import { checkLabels, checkReservedKeys } from '../integration/labels.ts';
import { customPricing } from './custom-pricing.ts';
import { warnAboutExemptions } from './exemptions.ts';
import { reportOfVersion } from './report-of-version.ts';
import { warnAboutUnenforced } from './unenforced.ts';

type Spec = NonNullable<Resource<'mto-integration-config'>['body']['spec']>;

/** What the IntegrationConfig itself renders: OpenCost's prices, the platform's Vault policies, and the parts of the platform. */
export interface ResolvedConfig {
  readonly namespace: string;
  readonly vault: Vault | undefined;
  readonly policies: readonly VaultPolicy[];
  /** The pricing document of OpenCost, if prices are set. */
  readonly pricing: Labels | undefined;
  readonly parts: PlatformParts;
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
  const { spec = {} } = resource.body;
  checkPatterns(spec, report);
  checkRoles(spec, report);
  checkMetadata(spec, world.settings, report);
  checkVault(spec, report);
  warnAboutEmptyPolicies(spec, report);
  checkArgo(spec, report);
  warnAboutKeycloak(spec, report);
  if (world.settings.enforcement) warnAboutExemptions(spec, report);
  else warnAboutUnenforced(spec, report);
  const { namespace, vault, argocd } = world.derived(integrationOf);
  const { components = {} } = spec;
  const pricing = customPricing(components, report);
  const context = { namespace, argocd: argocd?.namespace, isPriced: pricing !== undefined };
  return {
    namespace,
    vault,
    policies: policiesOf(spec),
    pricing,
    parts: platformParts(components, context, world, reportOfVersion(resource, report)),
  };
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
  const { default: defaults } = spec.accessControl?.rbac?.tenantRoles ?? {};
  for (const role of defaults ? roles.filter((one) => !defaults[one]?.clusterRoles?.length) : []) {
    const message = `default sets no cluster roles for ${role}, so ${role}s have access only where a custom entry sets ${role}.clusterRoles`;
    const path = ['spec', 'accessControl', 'rbac', 'tenantRoles', 'default'];
    report('risky-value', [...path, role], message, { fix: `set ${role}.clusterRoles, or remove default` });
  }
  for (const [index, entry] of (spec.accessControl?.rbac?.tenantRoles?.custom ?? []).entries()) {
    const path = ['spec', 'accessControl', 'rbac', 'tenantRoles', 'custom', index];
    const problem = selectorError(entry.labelSelector as LabelSelector);
    if (problem)
      report('conflicting-fields', [...path, 'labelSelector', 'matchExpressions', problem.index], problem.message);
    if (roles.some((role: Role) => entry[role])) continue;
    report('ignored-field', path, 'the entry names no role, so it has no effect', {
      fix: 'add cluster roles for owner, editor or viewer',
    });
  }
}

/** Only a Tenant that purges its namespaces has the removal of the Platform. Others retain them. */
function checkMetadata({ metadata = {} }: Spec, settings: Settings, report: Report): void {
  const [removal, enforces] = [settings.namespaces, settings.enforcement !== undefined];
  for (const field of ['namespaces', 'groups', 'sandboxes'] as const) {
    const path = ['spec', 'metadata', field];
    if (field !== 'groups') checkReservedKeys(metadata[field] ?? {}, { path, removal, enforces, report });
    if (field !== 'sandboxes') checkLabels(metadata[field]?.labels ?? {}, [...path, 'labels'], report);
  }
}

/** The policies with rules. Policies without rules allow nothing, so they are neither rendered nor assigned to groups. */
export function policiesOf({ integrations }: Spec): readonly VaultPolicy[] {
  return (integrations?.vault?.policies ?? []).filter(({ rules }) => rules.length > 0);
}

const vaultPath = ['spec', 'integrations', 'vault'];

const noSingleSignOn = 'leasehold does not configure single sign-on for Vault';

/** Reports missing fields of an enabled Vault integration, and fields without an effect [sources: mto-14]. */
function checkVault({ integrations }: Spec, report: Report): void {
  const vault = integrations?.vault;
  if (!vault?.enabled) return;
  const { config, authMethod } = vault;
  const accessInfo: NonNullable<typeof vault.accessInfo> = vault.accessInfo ?? {};
  for (const field of ['address', 'roleName'] as const) {
    if (accessInfo[field] !== undefined) continue;
    report('missing-field', [...vaultPath, 'accessInfo', field], `an enabled Vault integration requires ${field}`, {
      fix: `set ${field}, or set enabled: false`,
    });
  }
  if (accessInfo.accessorPath === undefined) {
    const message = 'without accessorPath, no member receives a Vault policy';
    report('risky-value', [...vaultPath, 'accessInfo'], message, {
      fix: 'set accessorPath to the path of the OIDC auth method, such as oidc/',
    });
  }
  if (accessInfo.secretRef !== undefined) {
    const message = `the Secret has no effect: the Vault config operator logs in with roleName, and ${noSingleSignOn}`;
    report('ignored-field', [...vaultPath, 'accessInfo', 'secretRef'], message, { fix: 'remove the field' });
  }
  if (config?.ssoClient !== undefined) {
    const message = `the single sign-on client has no effect: ${noSingleSignOn}`;
    report('ignored-field', [...vaultPath, 'config', 'ssoClient'], message, {
      fix: 'remove the field, and configure the client in Vault',
    });
  }
  if (authMethod !== 'token') return;
  const message = 'authMethod token has no effect: the Vault config operator logs in with the Kubernetes auth method';
  report('ignored-field', [...vaultPath, 'authMethod'], message, { fix: 'set it to kubernetes' });
}

function warnAboutEmptyPolicies({ integrations }: Spec, report: Report): void {
  const { enabled = false, policies = [] } = integrations?.vault ?? {};
  for (const [index, { name, rules }] of policies.entries()) {
    if (!enabled || rules.length > 0) continue;
    const message = `policy ${name} has no effect: it has no rules`;
    report('ignored-field', [...vaultPath, 'policies', index], message, { fix: 'add a rule, or remove the policy' });
  }
}

function checkArgo({ integrations }: Spec, report: Report): void {
  warnAboutKinds(integrations?.argocd ?? {}, ['spec', 'integrations', 'argocd'], report);
  warnAboutUnusedKinds(integrations?.argocd ?? {}, report);
}

/** Lists of kinds are for the AppProjects of tenants, which need the namespace of Argo CD. */
function warnAboutUnusedKinds(argocd: NonNullable<NonNullable<Spec['integrations']>['argocd']>, report: Report): void {
  const { clusterResourceWhitelist, namespaceResourceBlacklist, enabled = true, namespace } = argocd;
  if (!enabled || namespace !== undefined) return;
  for (const [field, kinds] of Object.entries({ clusterResourceWhitelist, namespaceResourceBlacklist })) {
    if (!kinds?.length) continue;
    const message = `${field} has no effect: without the namespace of Argo CD, leasehold renders no AppProjects`;
    report('ignored-field', ['spec', 'integrations', 'argocd', field], message, {
      fix: 'set namespace to the namespace of Argo CD',
    });
  }
}

function warnAboutKeycloak({ integrations }: Spec, report: Report): void {
  if (integrations?.keycloak) {
    const message = 'keycloak has no effect: MTO replaced it with Dex in version 1.8';
    report('ignored-field', ['spec', 'integrations', 'keycloak'], message, { fix: 'remove it' });
  }
}

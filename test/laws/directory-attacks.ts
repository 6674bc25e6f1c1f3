import type { ReadableFile } from '../../core/source/source.ts';
import { everyTenant, evil, kleff, kryton, org, platform, quota, template } from './grant-attacks.ts';

/** More attacks, each of which is one file in the attacker's own directory. */
export const directoryAttacks: Readonly<Record<string, ReadableFile>> = {
  "hibernation of another tenant's namespace": evil(
    'apiVersion: hibernation.stakater.com/v1beta1\nkind: ResourceSupervisor\nmetadata: {name: evil, namespace: acme-dev}\nspec: {schedule: {}}\n',
  ),
  "a Kryton in another tenant's namespace": kryton({}, 'acme-dev'),
  "a Kryton in the namespace of another tenant's Kleff Tenant": kryton({}, 'acme'),
  "an Org in another tenant's namespace": evil(
    org('evil', 'free').text.replace('namespace: tenants', 'namespace: acme-dev'),
  ),
  "another tenant's Secret as a database": org(
    'evil',
    'free',
    'external_db_secret_ref: {name: org-acme-bootstrap, key: url}',
  ),
  "a Tenant in another tenant's namespace": evil(
    kleff('evil', 'free', 'evil').text.replace('namespace: tenants', 'namespace: acme-dev'),
  ),
  "the name of another tenant's Tenant": evil(kleff('evil', 'free', 'evil').text.replace('name: evil,', 'name: acme,')),
  'the deletion of a volume that the Platform retains': evil(
    org('evil', 'free').text.replace('name: evil,', 'name: evil, annotations: {tetrapus.io/purge-pvc: "true"},'),
  ),
  'a namespace that outlives its tenant': evil(
    kleff('evil', 'free', 'evil').text.replace(
      'name: evil,',
      'name: evil, annotations: {kleff.io/retain-namespace: "true"},',
    ),
  ),
  'an annotation that ends a freeze': evil(
    org('evil', 'free').text.replace('name: evil,', 'name: evil, annotations: {leasehold.dev/lifecycle: active},'),
  ),
  'an annotation that schedules a removal': evil(
    org('evil', 'free').text.replace(
      'name: evil,',
      'name: evil, annotations: {leasehold.dev/delete-after: "2026-01-01"},',
    ),
  ),
  'a namespace with the label of another tenant': evil(
    kleff('evil', 'free', 'evil').text.replace('name: evil, namespace: tenants', 'name: acme, namespace: evil'),
  ),
  "an instance of a Template in another tenant's namespace": evil(
    'apiVersion: templates.stakater.com/v1alpha1\nkind: TemplateInstance\nmetadata: {name: evil, namespace: acme-dev}\nspec: {template: admin}\n',
  ),
  'a Platform that cannot be read': evil('apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: [\n'),
  "a Platform with the same name as the platform's": evil(platform.text),
  "a Grant with the same name as the platform's": { path: 'tenants/evil/grant.yaml', text: everyTenant.text },
  "a Template with the same name as the platform's": evil(template.text),
  "a Quota with the same name as the platform's": evil(quota.text),
  'a Plan that matches no schema': evil(
    'apiVersion: leasehold.dev/v1alpha1\nkind: Plan\nmetadata: {name: free}\nspec: {cpu: []}\n',
  ),
  'an IntegrationConfig of its own': evil(
    'apiVersion: tenantoperator.stakater.com/v1beta1\nkind: IntegrationConfig\nmetadata: {name: config, namespace: multi-tenant-operator}\nspec: {}\n',
  ),
  "instances of a Template in other tenants' namespaces": evil(
    'apiVersion: templates.stakater.com/v1alpha1\nkind: ClusterTemplateInstance\nmetadata: {name: evil}\nspec: {template: admin, selector: {matchExpressions: [{key: stakater.com/tenant, operator: Exists}]}, sync: true}\n',
  ),
  'instances of a Template in namespaces without a label': evil(
    'apiVersion: templates.stakater.com/v1alpha1\nkind: ClusterTemplateInstance\nmetadata: {name: evil}\nspec: {template: admin, selector: {matchExpressions: [{key: absent, operator: DoesNotExist}]}, sync: true}\n',
  ),
  'a second Tenant on its plan': evil(
    [1, 2].map((n) => kleff('evil', 'free', 'evil').text.replaceAll('evil', `evil-${n}`)).join('---\n'),
  ),
  'a second Tenant with its quota': evil(['evil', 'evil-2'].map((name) => mtoTenant(name, ['dev'])).join('---\n')),
  'too many namespaces': evil(
    mtoTenant(
      'evil',
      Array.from({ length: 21 }, (_, n) => `n${n}`),
    ),
  ),
  "a Tenant to which another tenant's documents refer": evil(mtoTenant('acme', [])),
  "an AppProject with the same name as the platform's": evil(
    `${mtoTenant('default', [])}---\napiVersion: tenantoperator.stakater.com/v1alpha1\nkind: Extensions\nmetadata: {name: default}\nspec: {tenantName: default, argoCD: {}}\n`,
  ),
};

function mtoTenant(name: string, namespaces: readonly string[]): string {
  return `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: ${name}}\nspec: {quota: small, namespaces: {withTenantPrefix: [${namespaces}]}}\n`;
}

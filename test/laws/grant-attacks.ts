import type { ReadableFile } from '../../core/source/source.ts';

export const platform = file(
  'platform/platform.yaml',
  `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, tenantsDirectory: tenants, defaultNamespace: tenants}
`,
);
export const everyTenant = grant('every-tenant', {
  tenants: ['*'],
  kinds: [
    'Tenant.kleff.kleff.io',
    'Tenant.tenantoperator.stakater.com',
    'Kryton.kryton.azrtydxb.io',
    'Org.tetrapus.io',
    'Extensions.tenantoperator.stakater.com',
    'ResourceSupervisor.hibernation.stakater.com',
  ],
  fields: {
    'Tenant.kleff.kleff.io': { 'spec.plan': ['free'] },
    'Kryton.kryton.azrtydxb.io': {
      'spec.backup.objectStore.bucket': ['backups'],
      'spec.backup.objectStore.endpoint': ['https://s3.example.com'],
    },
    'Org.tetrapus.io': { 'spec.plan_tier': ['free'], 'spec.data_plane_image': ['tetrapus/server:1.0.0'] },
    'Tenant.tenantoperator.stakater.com': { 'spec.quota': ['small'], 'spec.accessControl': ['*'] },
  },
  shared: ['tenants'],
  hosts: ['{tenant}.apps.example.com'],
  secrets: [
    { store: 'vault', prefix: '{tenant}/' },
    { store: 'flat', prefix: '{tenant}' },
  ],
});
export const quota = file(
  'platform/quota.yaml',
  'apiVersion: tenantoperator.stakater.com/v1beta1\nkind: Quota\nmetadata: {name: small}\nspec: {resourcequota: {hard: {requests.cpu: "4"}}}\n',
);
export const template = file(
  'platform/template.yaml',
  'apiVersion: templates.stakater.com/v1alpha1\nkind: Template\nmetadata: {name: admin}\nresources: {manifests: [{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: admin-of-all}, rules: []}]}\n',
);
export const shared = [platform, everyTenant, quota, template];

export const acme = file(
  'tenants/acme/acme.yaml',
  `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: acme, namespace: tenants}
spec: {plan: free, userId: acme, username: acme}
---
apiVersion: tetrapus.io/v1alpha1
kind: Org
metadata: {name: acme, namespace: tenants}
spec: {slug: acme, region_code: us-east-1, plan_tier: free, data_plane_image: "tetrapus/server:1.0.0"}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: acme}
spec: {quota: small, namespaces: {withTenantPrefix: [dev]}, accessControl: {owners: {users: [kim@example.com]}}}
--- {apiVersion: v1, kind: Namespace, metadata: {name: acme-test, labels: {stakater.com/tenant: acme}}}
`,
);

export function file(path: string, text: string): ReadableFile {
  return { path, text };
}

export function grant(name: string, spec: object, path = `platform/${name}.yaml`): ReadableFile {
  return file(path, JSON.stringify({ apiVersion: 'leasehold.dev/v1alpha1', kind: 'Grant', metadata: { name }, spec }));
}

export function evil(text: string): ReadableFile {
  return file('tenants/evil/evil.yaml', text);
}

function withSnapshot({ path, text }: ReadableFile): ReadableFile {
  return { path, text: text.replace('"version":', '"snapshot":{"schedule":"0 1 * * *"},"version":') };
}

export function kryton(values: object, namespace = 'evil', name = 'evil-notes'): ReadableFile {
  const metadata = { name, namespace };
  return evil(
    JSON.stringify({
      apiVersion: 'kryton.azrtydxb.io/v1alpha1',
      kind: 'Kryton',
      metadata,
      spec: { version: '4.5.0', values },
    }),
  );
}

/** Each attack is one file in the attacker's own directory. */
export const attacks: Readonly<Record<string, ReadableFile>> = {
  'a namespace that no file owns': kryton({}, 'external-secrets'),
  "another tenant's ServiceAccount": kryton({ serviceAccount: { create: false, name: 'org-acme' } }, 'tenants'),
  'the default ServiceAccount of a shared namespace': kryton({ serviceAccount: { create: false } }, 'tenants'),
  "another tenant's volume": kryton({ persistence: { existingClaim: 'org-acme-data' } }, 'tenants'),
  "another tenant's Secret": kryton({ existingSecret: 'org-acme-bootstrap' }, 'tenants'),
  "another tenant's store prefix": kryton({
    externalSecrets: { enabled: true, secretStoreName: 'vault', remoteKeyPrefix: 'acme/' },
  }),
  'a store prefix that contains ..': kryton({
    externalSecrets: { enabled: true, secretStoreName: 'vault', remoteKeyPrefix: 'evil/../acme/' },
  }),
  'a store key that contains ..': kryton({
    externalSecrets: { enabled: true, secretStoreName: 'vault', remoteKeyPrefix: 'evil/' },
    env: { secret: { X: '../acme/AUTH' } },
  }),
  'a certificate for another host': kryton({
    ingress: {
      enabled: true,
      host: 'evil.apps.example.com',
      tls: [{ secretName: 'x', hosts: ['acme.apps.example.com'] }],
    },
  }),
  'a container without a security context': kryton({ securityContext: null }),
  'a container that drops no capabilities': kryton({ securityContext: { capabilities: { drop: [] } } }),
  'a probe of the cloud metadata address': kryton({
    livenessProbe: { httpGet: { host: '169.254.169.254', path: '/', port: 80 } },
  }),
  'snapshots of a shared namespace': withSnapshot(kryton({}, 'tenants')),
  "another tenant's host": kryton({ ingress: { enabled: true, host: 'acme.apps.example.com' } }),
  "another tenant's host in upper case": kryton({ ingress: { enabled: true, host: 'ACME.apps.example.com' } }),
  'an external-dns annotation': kryton({
    service: { annotations: { 'external-dns.alpha.kubernetes.io/hostname': 'acme.apps.example.com' } },
  }),
  'a cloud role': kryton({
    serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/x' } },
  }),
  'control-plane nodes': kryton({ nodeSelector: { 'node-role.kubernetes.io/control-plane': '' } }),
  'a privileged container': kryton({ securityContext: { privileged: true } }),
  'a load balancer': kryton({ service: { type: 'LoadBalancer' } }),
  'a namespace of the platform': kleff('vault', 'free', 'evil'),
  'a namespace that only starts with its own name': kleff('evilnamespace', 'free', 'evil'),
  "another tenant's user name": kleff('evil', 'free', 'acme'),
  'a larger plan': kleff('evil', 'enterprise', 'evil'),
  'a larger tier': org('evil', 'enterprise'),
  "another tenant's slug": org('acme-2', 'free'),
  'a TenantPlane': org('evil', 'free', 'tenant_plane_ref: shared-eu'),
  'a Tenant without a quota': mto('{namespaces: {withTenantPrefix: [dev]}}'),
  'an enormous quota': mto('{quota: enormous}'),
  'every authenticated user as owner': mto(
    '{quota: small, accessControl: {owners: {groups: ["system:authenticated"]}}}',
  ),
  'a namespace without the prefix': mto('{quota: small, namespaces: {withoutTenantPrefix: [openshift-config]}}'),
  "a label that another tenant's objects select": mto(
    '{quota: small, namespaces: {withTenantPrefix: [dev], metadata: {common: {labels: {kleff.io/tenant: jane}}}}}',
  ),
  'a Pod Security label': mto(
    '{quota: small, namespaces: {withTenantPrefix: [dev], metadata: {common: {labels: {pod-security.kubernetes.io/enforce: privileged}}}}}',
  ),
  'a Tenant with another name': evil(
    'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: default}\nspec: {quota: small}\n',
  ),
  'an AppProject that allows everything': evil(
    'apiVersion: tenantoperator.stakater.com/v1alpha1\nkind: Extensions\nmetadata: {name: evil}\nspec: {tenantName: evil, argoCD: {appProject: {sourceRepos: ["*"], clusterResourceWhitelist: [{group: "*", kind: "*"}]}}}\n',
  ),
  'a Grant of its own': grant('mine', { tenants: ['evil'], namespaces: ['vault'] }, 'tenants/evil/grant.yaml'),
  'a Platform of its own': file(
    'tenants/evil/platform/platform.yaml',
    platform.text.replace('name: platform}', 'name: a}'),
  ),
  'a Plan of its own': evil('apiVersion: leasehold.dev/v1alpha1\nkind: Plan\nmetadata: {name: free}\nspec: {}\n'),
  'a Quota of its own': evil(quota.text.replace('"4"', '"4000"').replace('small', 'evil')),
  "another tenant's key": evil(
    'apiVersion: tetrapus.io/v1alpha1\nkind: KeyMaterial\nmetadata: {name: evil-key, namespace: tenants}\nspec: {org_ref: tenants/acme, kms_uri: "aws-kms:arn:aws:kms:us-east-1:123:key/abcd-1234", kid: k}\n',
  ),
  'a KMS key of its choice': evil(
    'apiVersion: tetrapus.io/v1alpha1\nkind: KeyMaterial\nmetadata: {name: evil-key, namespace: tenants}\nspec: {org_ref: tenants/evil, kms_uri: "vault://transit/keys/acme", kid: k}\n',
  ),
  'all storage classes': mto('{quota: small, storageClasses: {allowed: []}}'),
  'a namespace that joins another tenant': evil(
    'apiVersion: v1\nkind: Namespace\nmetadata: {name: evil-x, labels: {stakater.com/tenant: acme}}\n',
  ),
  'a Template with a cluster-scoped object': evil(
    'apiVersion: templates.stakater.com/v1alpha1\nkind: TemplateInstance\nmetadata: {name: evil, namespace: evil}\nspec: {template: admin}\n---\n' +
      kleff('evil', 'free', 'evil').text,
  ),
};

export function kleff(userId: string, plan: string, username: string): ReadableFile {
  return evil(
    `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata: {name: evil, namespace: tenants}\nspec: {plan: ${plan}, userId: ${userId}, username: ${username}}\n`,
  );
}

export function org(slug: string, tier: string, more = ''): ReadableFile {
  return evil(
    `apiVersion: tetrapus.io/v1alpha1\nkind: Org\nmetadata: {name: evil, namespace: tenants}\nspec: {slug: ${slug}, region_code: us-east-1, plan_tier: ${tier}, data_plane_image: "tetrapus/server:1.0.0"${more === '' ? '' : `, ${more}`}}\n`,
  );
}

function mto(spec: string): ReadableFile {
  return evil(`apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: evil}\nspec: ${spec}\n`);
}

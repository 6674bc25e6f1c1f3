import type { SourceFile } from '../leasehold.ts';

/** Only one test uses these tenants, because objects of other tests would conflict with theirs. */
export const neighbors = ['heron', 'otter'] as const;
export type Neighbor = (typeof neighbors)[number];

export const platform: SourceFile = {
  path: 'platform/platform.yaml',
  text: `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec:
  directoryPerTenant: true
  tenantsDirectory: tenants
  argocd: { repository: https://git.example.com/tenants }
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: { name: every-tenant }
spec:
  tenants: ["*"]
  kinds: [Tenant.tenantoperator.stakater.com]
  fields: { Tenant.tenantoperator.stakater.com: { spec.quota: [small], spec.accessControl: ["*"] } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: small }
spec: { resourcequota: { hard: { requests.cpu: "4" } } }
---
apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: { name: app }
parameters:
  - { name: NAME, value: app }
resources:
  manifests:
    - { apiVersion: v1, kind: Secret, metadata: { name: "\${{NAME}}" }, type: Opaque }
    - { apiVersion: v1, kind: ConfigMap, metadata: { name: "\${{NAME}}" }, data: { a: b } }
    - { apiVersion: v1, kind: Service, metadata: { name: "\${{NAME}}" }, spec: { ports: [{ port: 80 }] } }
`,
};

export function tenantFile(name: string): SourceFile {
  const text = `${tenant(name, name)}---\n${instance('app', `${name}-dev`)}`;
  return { path: `tenants/${name}/tenant.yaml`, text };
}

function tenant(name: string, owner: string): string {
  return `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: ${name} }
spec:
  quota: small
  namespaces: { withTenantPrefix: [dev] }
  accessControl: { owners: { users: ["kim@${owner}.example"] } }
`;
}

function instance(name: string, namespace: string, value = 'app'): string {
  return `apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata: { name: ${name}, namespace: ${namespace} }
spec: { template: app, sync: true, parameters: [{ name: NAME, value: ${JSON.stringify(value)} }] }
`;
}

/** Documents in one tenant's directory that would affect another tenant if leasehold did not check them. */
export function hostileDocuments(tenantName: Neighbor, other: Neighbor): Readonly<Record<string, string>> {
  const own = `${tenantName}-dev`;
  const namespace = (name: string, labels: string) =>
    `apiVersion: v1\nkind: Namespace\nmetadata: { name: ${name}, labels: ${labels} }\n`;
  return {
    'an instance in the namespace of the other tenant': instance('app', `${other}-dev`),
    'the Tenant of the other tenant with another owner': tenant(other, tenantName),
    'the namespace of the other tenant with a different tenant label': namespace(
      `${other}-dev`,
      `{ stakater.com/tenant: ${tenantName} }`,
    ),
    'a namespace with the label of the other tenant': namespace(
      `${tenantName}-two`,
      `{ leasehold.dev/tenant: ${other} }`,
    ),
    'a namespace with the prefix of the other tenant': namespace(`${other}-two`, `{ stakater.com/tenant: ${other} }`),
    'a document with the label of the other tenant': instance('b', own).replace(
      'namespace:',
      `labels: { leasehold.dev/tenant: ${other} }, namespace:`,
    ),
    'a parameter with the namespace of the other tenant': instance('b', own, `x, namespace: ${other}-dev`),
    'a Grant of the names of the other tenant': `apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: { name: mine }\nspec: { tenants: [${tenantName}], names: [${other}] }\n`,
    'a supervisor for the namespace of the other tenant': `apiVersion: hibernation.stakater.com/v1beta1\nkind: ResourceSupervisor\nmetadata: { name: sleep, namespace: ${other}-dev }\nspec: { schedule: { sleepSchedule: "" } }\n`,
  };
}

import {
  clusterSupervisor,
  documents,
  kryton,
  list,
  mto,
  mtoApi,
  namespaces,
  oneFile,
  quota,
  shapes,
  sleepApi,
  templatesApi,
  times,
} from './write.ts';

/** Kinds that select objects of other kinds. */
export const selectorShapes = shapes([
  [
    'supervisors',
    30,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(n))}\n---\n${documents(n, (i) => clusterSupervisor(`s${i}`, 'namespaces: {labelSelector: {matchLabels: {stakater.com/tenant: t}}}'))}`,
      ),
  ],
  [
    'supervisors of the same namespace',
    200,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(1))}\n---\n${documents(n, (i) => `${sleepApi}\nkind: ResourceSupervisor\nmetadata: {name: s${i}, namespace: t-n0}\nspec: {schedule: {sleepSchedule: 0 20 1 * *, wakeSchedule: 0 6 2 * *}}`)}`,
      ),
  ],
  [
    'schedules that differ every month',
    30,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(n))}\n---\n${documents(n, (i) => `${sleepApi}\nkind: ResourceSupervisor\nmetadata: {name: s${i}, namespace: t-n${i}}\nspec: {schedule: {sleepSchedule: "${i % 60} 0-23 1 * *", wakeSchedule: "30 0-23 2 * *"}}`)}`,
      ),
  ],
  [
    'a schedule of many items',
    5000,
    (n) =>
      oneFile(
        `${sleepApi}\nkind: ResourceSupervisor\nmetadata: {name: s, namespace: t-n0}\nspec: {schedule: {sleepSchedule: "${'1,'.repeat(n)}1 20 * * *", wakeSchedule: 0 6 * * *}}`,
      ),
  ],
  [
    'unknown names of a supervisor',
    500,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(n))}\n---\n${clusterSupervisor('s', `namespaces: {names: ${list(n, (i) => `t-m${i}`)}}`)}`,
      ),
  ],
  [
    'unknown projects of a supervisor',
    1000,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(5))}\n---\n${clusterSupervisor('s', `argocd: {namespace: argocd, appProjects: ${list(n, (i) => `p${i}`)}}`)}`,
      ),
  ],
  [
    'labels of a selector',
    1000,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(10))}\n---\n${clusterSupervisor('s', `namespaces: {labelSelector: {matchLabels: {${times(n, (i) => `k${i}: v`, ', ')}}}}`)}`,
      ),
  ],
  [
    'values of a selector',
    1000,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(10))}\n---\n${clusterSupervisor('s', `namespaces: {labelSelector: {matchExpressions: [{key: stakater.com/tenant, operator: NotIn, values: ${list(n, (i) => `v${i}`)}}]}}`)}`,
      ),
  ],
  [
    'instances of a Template',
    100,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(n))}\n---\n${templatesApi}\nkind: Template\nmetadata: {name: cm}\nresources: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: "c"}}]}\n---\n${documents(n, (i) => `${templatesApi}\nkind: TemplateInstance\nmetadata: {name: i${i}, namespace: t-n${i}}\nspec: {template: cm}`)}`,
      ),
  ],
  [
    'parameters',
    300,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(1))}\n---\n${templatesApi}\nkind: Template\nmetadata: {name: cm}\nparameters: ${list(n, (i) => `{name: P${i}, value: x}`)}\nresources: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: "c"}, data: {${times(n, (i) => `k${i}: "\${Q${i}}"`, ', ')}}}]}\n---\n${templatesApi}\nkind: TemplateInstance\nmetadata: {name: i, namespace: t-n0}\nspec: {template: cm}`,
      ),
  ],
  [
    'objects of a Template',
    300,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(1))}\n---\n${templatesApi}\nkind: Template\nmetadata: {name: cm}\nresources: {manifests: ${list(n, () => '{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}')}}\n---\n${templatesApi}\nkind: TemplateInstance\nmetadata: {name: i, namespace: t-n0}\nspec: {template: cm}`,
      ),
  ],
  [
    'windows of a project',
    1000,
    (n) =>
      oneFile(
        `${quota}${mto('t', namespaces(1))}\n---\n${mtoApi}/v1alpha1\nkind: Extensions\nmetadata: {name: e}\nspec: {tenantName: t, argoCD: {appProject: {sourceRepos: ${list(n, (i) => `r${i}`)}, syncWindows: ${list(n, (i) => `{kind: deny, schedule: "0 2${i % 4} * * *", duration: ${i}m, applications: ["*"]}`)}}}}`,
      ),
  ],
  [
    'Grants',
    300,
    (n) => [
      {
        path: 'platform/platform.yaml',
        text: `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants}\n---\n${documents(n, (i) => `apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: g${i}}\nspec: {tenants: [evil], names: [n${i}]}`)}\n`,
      },
      ...oneFile(
        documents(n, (i) =>
          kryton(`k${i}`, `m${i}`).replace(/leasehold.dev\/tenant: k\d+/, 'leasehold.dev/tenant: evil'),
        ),
      ),
    ],
  ],
  [
    'values outside Grants',
    2000,
    (n) => [
      {
        path: 'platform/platform.yaml',
        text: `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: {directoryPerTenant: true, tenantsDirectory: tenants}\n---\napiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: g}\nspec: {tenants: [evil], kinds: [Tenant.tenantoperator.stakater.com], fields: {Tenant.tenantoperator.stakater.com: {spec.quota: ${list(n, (i) => `q${i}`)}}}}\n`,
      },
      ...oneFile(mto('evil', `  storageClasses: {allowed: ${list(n, (i) => `c${i}`)}}`)),
    ],
  ],
]);

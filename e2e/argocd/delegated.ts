import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { render } from '../../leasehold.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';

/** Two tenants with delegated directories, each with a namespace, a member and a Secret. */
export const tenants = ['anna', 'evil'] as const;

export const memberOf = (tenant: string) => `kim@${tenant}.example`;
export const accountOf = (tenant: string) => `system:serviceaccount:leasehold-deploy:${tenant}-deploy`;

const platform = (repository: string) => `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: { name: platform }
spec: { directoryPerTenant: true, cluster: { kubernetes: "1.36" }, argocd: { repository: "${repository}" } }
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: { name: every-tenant }
spec:
  tenants: ["*"]
  kinds: [Tenant.tenantoperator.stakater.com, ResourceSupervisor.hibernation.stakater.com]
  fields: { Tenant.tenantoperator.stakater.com: { spec.quota: [small], spec.accessControl: ["*"] } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: small }
spec: { resourcequota: { hard: { requests.cpu: "4" } } }
---
apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: { name: store }
resources:
  manifests:
    - { apiVersion: v1, kind: Secret, metadata: { name: token }, type: Opaque }
    - { apiVersion: v1, kind: ConfigMap, metadata: { name: settings }, data: { a: b } }
`;

const tenantFile = (name: string) => `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: ${name} }
spec:
  quota: small
  namespaces: { withTenantPrefix: [dev] }
  accessControl: { owners: { users: ["${memberOf(name)}"] } }
---
apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata: { name: ${name}, namespace: ${name}-dev }
spec: { template: store, sync: true }
---
apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata: { name: nights, namespace: ${name}-dev }
spec: { schedule: { sleepSchedule: "0 20 * * *", wakeSchedule: "0 6 * * *" } }
`;

export function delegatedFiles(repository: string): Readonly<Record<string, string>> {
  const own = tenants.map((name) => [`tenants/${name}/tenant.yaml`, tenantFile(name)] as const);
  return { 'tenants/platform/platform.yaml': platform(repository), ...Object.fromEntries(own) };
}

const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' };
const evil = [{ kind: 'User', apiGroup: role.apiGroup, name: memberOf('evil') }];
const rbac = 'rbac.authorization.k8s.io/v1';

/** Not part of an Application, because a claim without a pod never becomes healthy. */
export const volumeClaim: KubeObject = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'anna-dev' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

/**
 * A rendered CronJob of tenant evil with another command. Its account can change the workloads of every tenant that hibernates.
 */
function hostileJob(): KubeObject {
  const files = Object.entries(delegatedFiles('https://git.example.com/tenants')).map(([path, text]) => ({
    path,
    text,
  }));
  const job = render(files, { tenant: 'evil' }).objects.find(({ id }) => id.kind === 'CronJob');
  if (!job) throw new Error('tenant evil has no CronJob');
  const [object] = readManifests(job.text.replace('/scripts/hibernate.sh', '/tmp/evil.sh'));
  return object as KubeObject;
}

/** Objects with which tenant evil would escape its isolation if the check that rejects them failed. */
export const hostileObjects: readonly KubeObject[] = [
  hostileJob(),
  { apiVersion: rbac, kind: 'ClusterRoleBinding', metadata: { name: 'evil-admin' }, roleRef: role, subjects: evil },
  {
    apiVersion: rbac,
    kind: 'RoleBinding',
    metadata: { name: 'evil', namespace: 'anna-dev' },
    roleRef: role,
    subjects: evil,
  },
  {
    apiVersion: rbac,
    kind: 'RoleBinding',
    metadata: { name: 'evil', namespace: 'evil-dev' },
    roleRef: role,
    subjects: evil,
  },
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'token', namespace: 'anna-dev' }, stringData: { a: 'b' } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'evil', namespace: 'anna-dev' }, data: { a: 'b' } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm', namespace: 'argocd' }, data: { a: 'b' } },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'evil', namespace: 'kube-system' },
    spec: { hostPID: true, containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'evil', namespace: 'anna-dev' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'evil-dev', labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } },
  },
  {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'mto-quota', namespace: 'evil-dev' },
    spec: { hard: { pods: '9' } },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'evil', namespace: 'evil-dev' },
    spec: { podSelector: {}, ingress: [{}] },
  },
  {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'evil-deploy', namespace: 'argocd' },
    spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] },
  },
];

/** A list with another kind: Argo CD and kubectl apply its items. */
const smuggled = {
  apiVersion: 'v1',
  kind: 'ConfigMapList',
  metadata: {},
  items: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'smuggled', namespace: 'anna-dev' } }],
};

/** A plugin without any check: the Applications of the workloads of evil contain the hostile objects too. */
export function uncheckedPlugin(program: string): string {
  const path = resolve(temporaryFolder('lh-unchecked-'), 'plugin.mjs');
  const lines = [...hostileObjects, smuggled].map((object) => `${JSON.stringify(object)}\n`).join('');
  writeFileSync(
    path,
    `import { spawnSync } from 'node:child_process';
const [, , ...args] = process.argv;
const done = spawnSync(process.execPath, [${JSON.stringify(program)}, ...args], { encoding: 'utf8' });
const name = process.env.ARGOCD_APP_NAME ?? '';
const hostile = /-evil$/.test(name) && !name.startsWith('isolation') ? ${JSON.stringify(lines)} : '';
process.stderr.write(done.stderr);
process.stdout.write((name.startsWith('wide') ? '' : done.stdout) + hostile);
process.exitCode = done.status;
`,
  );
  return path;
}

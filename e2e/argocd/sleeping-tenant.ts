import { render } from '../../leasehold.ts';
import type { KubeObject } from '../manifests.ts';
import { readManifests } from '../manifests.ts';
import { platform } from './fixtures.ts';

/** The namespace that sleeps. */
export const sleepingNamespace = 'sleeping-dev';

/** A time zone far from UTC, so that a schedule in the wrong zone is off by hours. */
const timeZone = 'Pacific/Auckland';

const mto = `apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: { name: tenant-operator-config, namespace: multi-tenant-operator }
spec: { integrations: { argocd: { namespace: argocd } } }
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: { name: none }
spec: {}
---
apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata: { name: cache }
parameters: [{ name: IMAGE, required: true }]
resources:
  manifests:
    - ${JSON.stringify(workload('StatefulSet', 'cache', `\${IMAGE}`))}
`;

/** A tenant with a project in Argo CD, and with a StatefulSet from a template, before hibernation. */
export function sleepingTenant(repository: string): Readonly<Record<string, string>> {
  return {
    'tenants/platform.yaml': platform.replace('spec: {', 'spec: { hibernation: {},'),
    'tenants/mto.yaml': mto,
    'tenants/sleeping.yaml': `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: { name: sleeping }
spec: { quota: none, namespaces: { withTenantPrefix: [dev, prod] } }
---
apiVersion: tenantoperator.stakater.com/v1alpha1
kind: Extensions
metadata: { name: sleeping }
spec: { tenantName: sleeping, argoCD: { appProject: { sourceRepos: ["${repository}"] } } }
`,
    ...instance('example.com/cache:1'),
  };
}

/** The instance of the Template that renders the StatefulSet. */
export function instance(image: string): Readonly<Record<string, string>> {
  const text = `apiVersion: templates.stakater.com/v1alpha1
kind: TemplateInstance
metadata: { name: cache, namespace: ${sleepingNamespace} }
spec: { template: cache, parameters: [{ name: IMAGE, value: "${image}" }] }
`;
  return { 'tenants/cache.yaml': text };
}

export function workload(kind: 'Deployment' | 'StatefulSet', name: string, image: string): KubeObject {
  const labels = { app: name };
  const own = kind === 'StatefulSet' ? { serviceName: name } : {};
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name },
    spec: {
      ...own,
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } },
    },
  };
}

/** Hours before and after the current time, far enough away that no test reaches them. */
export const schedules = {
  asleep: () => `{ sleepSchedule: ${cronIn(-1)}, wakeSchedule: ${cronIn(4)} }`,
  awake: () => `{ sleepSchedule: ${cronIn(4)}, wakeSchedule: ${cronIn(-1)} }`,
  asleepUntilRemoved: () => '{}',
};

export function supervisor(schedule: keyof typeof schedules): Readonly<Record<string, string>> {
  const text = `apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata: { name: rest, namespace: ${sleepingNamespace}, annotations: { leasehold.dev/time-zone: ${timeZone} } }
spec: { schedule: ${schedules[schedule]()} }
`;
  return { 'tenants/supervisor.yaml': text };
}

/** Every day when a clock of the zone shows a time that is the given number of hours from now. */
function cronIn(hours: number): string {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const shown = new Intl.DateTimeFormat('en-GB', options).format(new Date(Date.now() + hours * 3_600_000));
  const [hour, minute] = shown.split(':').map(Number);
  return `${minute} ${hour} * * *`;
}

/** The objects that leasehold renders for files, including jobs and their scripts. */
export function renderedFrom(files: Readonly<Record<string, string>>): readonly KubeObject[] {
  const { ok, objects, problems } = render(Object.entries(files).map(([path, text]) => ({ path, text })));
  if (!ok) throw new Error(JSON.stringify(problems));
  return objects.flatMap(({ text }) => readManifests(text));
}

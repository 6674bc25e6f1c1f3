import * as assert from 'uvu/assert';
import { passGate } from '../core/gate/gate.ts';
import type { GateTarget } from '../core/gate/gate-target.ts';
import { grantsFrom } from '../core/settings/grants.ts';
import { settingsFrom } from '../core/settings/settings.ts';
import { render, type SourceFile } from '../leasehold.ts';
import { interleave, median, ratio } from './measure/samples.ts';
import { tenantName } from './measure/workload.ts';
import { count, milliseconds, type Row } from './table.ts';

const maxShare = 0.25;
const tenants = 100;
const instances = 100;

const group = 'templates.stakater.com/v1alpha1';
const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const pod = {
  metadata: { labels: { app: 'web' } },
  spec: {
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [{ name: 'web', image: 'example', ports: [{ containerPort: 8080 }], securityContext }],
  },
};
/** The objects of an application. Each instance replaces PARAMETER with its own name. */
const manifests = [
  { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'PARAMETER' }, spec: { template: pod } },
  { apiVersion: 'v1', kind: 'Service', metadata: { name: 'PARAMETER' }, spec: { ports: [{ port: 80 }] } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'PARAMETER' }, data: { name: 'PARAMETER' } },
];

/** 10,000 TemplateInstances of untrusted tenants: the time in the gate as a share of the time of their render. */
export function measureGate(): Row {
  const files = repository();
  const samples = interleave(5, { gate: timeGate, render: () => timeRender(files) });
  const share = ratio(samples.gate, samples.render);
  return {
    what: `${count(tenants * instances)} TemplateInstances through the gate`,
    product: milliseconds(samples.gate),
    reference: `their whole render ${count(median(samples.render))} ms`,
    ratio: `${share.toFixed(2)}×`,
    target: { text: `${maxShare}×`, met: share <= maxShare },
  };
}

function timeRender(files: readonly SourceFile[]): number {
  const start = performance.now();
  const { ok, objects } = render(files);
  assert.ok(ok && objects.length > tenants * instances * manifests.length);
  return performance.now() - start;
}

/** Treats no part of an object as written by the platform, so every object is checked completely. */
function timeGate(): number {
  const author = { sort: 'tenant', granted: grantsFrom([])('t'), isLiteral: () => false } as const;
  const settings = settingsFrom(undefined, [], []);
  const target: GateTarget = { author, namespace: 't', isRepeated: false, settings };
  const objects = manifests.map((object) => JSON.parse(named(object, 'web')) as unknown);
  const start = performance.now();
  for (let instance = 0; instance < tenants * instances; instance++)
    for (const object of objects) assert.ok(passGate(object, target).ok);
  return performance.now() - start;
}

function named(object: object, name: string): string {
  return JSON.stringify(object).replaceAll('PARAMETER', name);
}

function repository(): readonly SourceFile[] {
  const platform = `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata:\n  name: platform\nspec:\n  directoryPerTenant: true\n  tenantsDirectory: tenants\n`;
  const grant = `apiVersion: leasehold.dev/v1alpha1\nkind: Grant\nmetadata: {name: all}\nspec: {tenants: ["*"], kinds: [Tenant.kleff.kleff.io], shared: [tenants], fields: {Tenant.kleff.kleff.io: {spec.plan: [basic]}}}\n`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference to the parameter
  const resources = { manifests: manifests.map((object) => JSON.parse(named(object, '${NAME}')) as unknown) };
  const template = { apiVersion: group, kind: 'Template', metadata: { name: 'web' }, parameters: [{ name: 'NAME' }] };
  return [
    { path: 'platform/platform.yaml', text: platform },
    { path: 'platform/grant.yaml', text: grant },
    { path: 'platform/template.yaml', text: JSON.stringify({ ...template, resources }) },
    ...Array.from({ length: tenants }, (_, index) => tenantName(index)).flatMap(filesOf),
  ];
}

function filesOf(tenant: string): readonly SourceFile[] {
  const own = `apiVersion: kleff.kleff.io/v1\nkind: Tenant\nmetadata:\n  name: ${tenant}\n  namespace: tenants\nspec:\n  plan: basic\n  userId: ${tenant}\n  username: ${tenant}\n`;
  const all = Array.from({ length: instances }, (_, index) => ({
    path: `tenants/${tenant}/web-${index}.yaml`,
    text: `apiVersion: ${group}\nkind: TemplateInstance\nmetadata:\n  name: web-${index}\n  namespace: ${tenant}\nspec:\n  template: web\n  parameters:\n    - name: NAME\n      value: web-${index}\n`,
  }));
  return [{ path: `tenants/${tenant}/tenant.yaml`, text: own }, ...all];
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import type { Path } from '../../data/tree.ts';
import { type Body, namespace } from './values.ts';

/** The fields of the CustomResourceDefinitions of each system as `path:type`, by kind and apiVersion. */
export const fieldsOf = JSON.parse(readFileSync(resolve(import.meta.dirname, 'fields.json'), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, readonly string[]>>>
>;

/** A parameter of a Template with the name that samples have. */
const parameter = '$'.concat('{team}');

const samples: Readonly<Record<string, unknown>> = {
  string: 'team',
  quantity: '3',
  integer: 2,
  number: 2,
  boolean: true,
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'note' }, data: { a: 'b' } },
  manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'note' }, data: { a: parameter } },
  policy: { podSelector: {}, policyTypes: ['Ingress'] },
  limit: { type: 'Container', max: { cpu: '2' } },
  any: { a: 'b' },
};

const named: Readonly<Record<string, unknown>> = {
  operator: 'In',
  kinds: 'Namespace',
  apiGroups: 'v1',
  schedule: '0 20 * * *',
  resource: 'configmaps',
};

/** A valid value for a field of a type, which can be a list of choices such as `a|b`. */
function sample(path: Path, type: string): unknown {
  const name = String(path.findLast((step) => typeof step === 'string' && step !== 'a'));
  return named[name] ?? samples[type] ?? type.split('|')[0];
}

/** Another value of a field. Undefined for lists and mappings. */
export function otherValue(value: unknown, type: string): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return undefined;
  const choices = type.split('|');
  if (choices.length > 1) return choices.find((choice) => choice !== value);
  return /^[0-9]+$/.test(value) ? `${Number(value) + 1}` : `${value}x`;
}

export interface StatedField {
  readonly path: Path;
  readonly type: string;
}

export function parseField(field: string): StatedField {
  const at = field.lastIndexOf(':');
  const steps = field.slice(0, at).split('.');
  return {
    path: steps.map((step) => (step === '*' ? 0 : step === '<key>' ? 'a' : step)),
    type: field.slice(at + 1),
  };
}

/** A resource that sets some of the fields. */
export function resourceWith(kindAndVersion: string, stated: readonly StatedField[]): Body {
  const [kind, apiVersion = ''] = kindAndVersion.split(' ');
  const body = structuredClone({ apiVersion, kind, metadata: metadataOf(kind), ...bases[kind ?? ''] });
  for (const { path, type } of stated) setAt(body, path, sample(path, type));
  return body;
}

const namespaced =
  /^(?:SubNamespace|SubnamespaceAnchor|Hierarch.*|.*Config|TenantResource|TemplateInstance|ResourceSupervisor)$/;

function metadataOf(kind = ''): Body {
  const name = kind === 'SubNamespace' || kind === 'SubnamespaceAnchor' ? 'acme-dev' : 'acme';
  return { name, ...(namespaced.test(kind) ? { namespace: 'acme' } : {}) };
}

/** Fields without which others of the kind have no effect. */
const bases: Readonly<Record<string, Body>> = {
  Quota: { spec: { resourcequota: { hard: { pods: '4' } } } },
  Template: {
    resources: {
      manifests: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: parameter } }],
    },
  },
  IntegrationConfig: {
    spec: { accessControl: { rbac: { tenantRoles: { custom: [{ owner: { clusterRoles: ['lead'] } }] } } } },
  },
  TemplateInstance: { spec: { template: 'acme' } },
  ClusterTemplateInstance: { spec: { template: 'acme' } },
};

/** Sets a field and creates its parents. */
export function setAt(body: Record<string, unknown>, path: Path, value: unknown): void {
  let container = body as Record<string | number, unknown>;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const inner = container[step] ?? (typeof path[index + 1] === 'number' ? [] : {});
    container[step] = inner;
    container = inner as Record<string | number, unknown>;
  }
  container[path.at(-1) ?? ''] = value;
}

/** Objects around a resource: its tenant and namespaces. The caller omits objects of the kind itself. */
export const surroundings: Readonly<Record<string, readonly Body[]>> = {
  capsule: [
    namespace('acme-dev', { 'capsule.clastix.io/tenant': 'acme' }),
    namespace('acme-prod', { 'capsule.clastix.io/tenant': 'acme', a: 'team' }),
  ],
  hnc: [namespace('acme', {}), namespace('acme-dev', {}, { 'hnc.x-k8s.io/subnamespace-of': 'acme' })],
  accurate: [
    namespace('acme', { 'accurate.cybozu.com/type': 'root' }),
    namespace('acme-dev', { 'accurate.cybozu.com/parent': 'acme' }),
  ],
  mto: [
    namespace('acme-old', { 'stakater.com/tenant': 'acme', a: 'team' }),
    ...['Tenant', 'Quota', 'Template', 'TemplateInstance'].map((kind) => mtoBase(kind)),
  ],
};

/** A resource of MTO without which other resources have no effect. */
function mtoBase(kind: string): Body {
  const members = { users: ['ann'] };
  const versions: Readonly<Record<string, string>> = { Tenant: 'v1beta3', Quota: 'v1beta1' };
  const version = versions[kind];
  const apiVersion = version ? `tenantoperator.stakater.com/${version}` : 'templates.stakater.com/v1alpha1';
  const body = { apiVersion, kind, metadata: metadataOf(kind), ...bases[kind] };
  if (kind !== 'Tenant') return body;
  return {
    ...body,
    spec: {
      quota: 'acme',
      accessControl: { owners: members, editors: members, viewers: members },
      namespaces: { withoutTenantPrefix: ['acme'] },
    },
  };
}

/** From 1 to 14 of the fields of a kind. */
export function someFields(all: readonly string[]): fc.Arbitrary<readonly StatedField[]> {
  return fc
    .subarray([...all], { minLength: 1, maxLength: Math.min(14, all.length) })
    .map((some) => some.map(parseField));
}

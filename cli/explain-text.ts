import type { TracedResource, TraceResult } from '../analysis/trace/trace.ts';
import { contracts } from '../build/contracts.ts';
import { outputTenant } from '../core/kind/tenant.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { rightsOf, rulesInForce, type SourceFile } from '../leasehold.ts';
import { printable } from '../shell/text.ts';
import { hibernationRows } from './hibernation.ts';
import type { Ports } from './ports.ts';
import { rulesText } from './rules-in-force.ts';
import { table } from './table.ts';

type ObjectTrace = Extract<TraceResult, { found: 'object' }>;
type ResourceTrace = Extract<TraceResult, { found: 'resource' }>;

/** The answer as data, with the same facts as the text. */
export function traceJson(result: ObjectTrace | ResourceTrace, files: readonly SourceFile[]): unknown {
  if (result.found === 'object') {
    const { id, file, shape, tenant, wave } = result.object;
    return { object: id, file, shape: shape ?? null, tenant, wave, source: result.resource ?? null };
  }
  const objects = result.objects.map(({ id, shape, file }) => ({ id, shape: shape ?? null, file }));
  const rules = rulesInForce(files, result.objects, result.resource);
  return { resource: result.resource, objects, rights: rightsOf(files, result.resource), rules };
}

/**
 * What the authors of a tenant directory may use and why. Empty if the resource does not define a tenant whose
 * directory is delegated.
 */
function rightsText(resource: TracedResource, files: readonly SourceFile[]): string {
  const rights = rightsOf(files, resource);
  if (rights.length === 0) return '';
  const rows = rights.map(({ field, value, grant }) => [
    field,
    value,
    grant ? `Grant ${grant.name}, ${grant.file}` : 'ownership',
  ]);
  return `Authors of its directory can use:\n${table(['FIELD', 'VALUE', 'ALLOWED BY'], rows)}`;
}

/** An object: its source, its file and its place in the sync. */
export function objectText({ object, resource }: ObjectTrace): string {
  const { id, file, shape, tenant, wave } = object;
  const source = resource
    ? `${resource.label}, ${resource.file}:${resource.line}`
    : 'the Platform, or several resources together';
  return lines(formatId(id), [
    ['source', source],
    [
      'rendered by',
      [...(resource ? [contracts[resource.kind].folder] : []), ...(shape ? [`templates/${shape}.yaml.hbs`] : [])].join(
        ', ',
      ),
    ],
    ['written to', file],
    ['tenant', tenant],
    ['sync wave', String(wave)],
  ]);
}

/** A resource: its objects, its quota, what the authors of its directory may use, and the rules for its tenant. */
export function resourceText({ resource, objects }: ResourceTrace, files: readonly SourceFile[], ports: Ports): string {
  const { label, kind, tenant, file, line, names, hibernation } = resource;
  const objectLines = objects.map(({ id, shape }) => `  ${formatId(id)}${shape ? `  (${shape}.yaml.hbs)` : ''}`);
  const head = lines(label, [
    ['defined in', `${file}:${line}`],
    ['rendered by', contracts[kind].folder],
    ['tenant', outputTenant(tenant)],
    ...names.map((name) => ['refers to', name] as const),
    ...hibernationRows(hibernation, ports),
  ]);
  const tail = objectLines.length === 0 ? 'Objects: none of its own\n' : `Objects:\n${objectLines.join('\n')}\n`;
  return `${head}${quotaText(resource, objects)}${tail}${rightsText(resource, files)}${rulesText(rulesInForce(files, objects, resource))}`;
}

/** The quota and the share of each namespace, one per row. */
function quotaText({ quota }: TracedResource, objects: ResourceTrace['objects']): string {
  if (!quota) return '';
  const resources = Object.keys(quota.total).sort();
  const shares = Object.entries(quota.shares);
  const row = (name: string, amounts: Readonly<Record<string, string>>) => [
    `  ${name}`,
    ...resources.map((resource) => amounts[resource] ?? ''),
  ];
  const rows = shares.map(([namespace, amounts]) => row(namespace, amounts));
  const isOfCluster = objects.some(({ id }) => id.kind === 'ClusterResourceQuota');
  const unsplit = isOfCluster
    ? 'enforced by the cluster for all namespaces together'
    : 'not in use, because the tenant has no namespaces';
  const title = shares.length === 0 ? unsplit : 'split between the namespaces';
  return `Quota ${quota.name}, ${title}:\n${table(['', ...resources], [...rows, row('total', quota.total)])}`;
}

function lines(title: string, rows: readonly (readonly [string, string])[]): string {
  return `${title}\n${rows.map(([name, value]) => `  ${name.padEnd(11)}  ${printable(value)}\n`).join('')}`;
}

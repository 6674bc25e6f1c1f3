import { contracts } from '../../build/contracts.ts';
import type { AnyKind } from '../../core/kind/kind.ts';
import { labelOf, type Resource } from '../../core/kind/resource.ts';
import type { Status } from '../../core/kind/status.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import type { Rendering } from '../../core/rendering.ts';
import { baseName, type SourceFile } from '../../core/source/source.ts';
import { nearest } from '../../data/nearest.ts';
import { compare } from '../../data/order.ts';
import { valueAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import type { ObjectId } from '../../kubernetes/object-id.ts';
import { resourceFinder, startLines } from './resource-at.ts';

/** An object or a resource by name, or the document at a line of an input file. */
export type TraceQuery =
  | { readonly kind: string; readonly name: string; readonly namespace?: string | undefined; readonly group?: string }
  | { readonly file: string; readonly line: number };

export type TraceResult =
  | { readonly found: 'object'; readonly object: Manifest; readonly resource: TracedResource | undefined }
  | { readonly found: 'resource'; readonly resource: TracedResource; readonly objects: readonly Manifest[] }
  | { readonly found: 'several'; readonly choices: readonly string[] }
  | { readonly found: 'nothing'; readonly near: string | undefined };

/** A resource with its position and the resources that it refers to. */
export interface TracedResource {
  readonly label: string;
  readonly kind: Resource['kind'];
  readonly tenant: string;
  readonly file: string;
  readonly line: number;
  readonly names: readonly string[];
  /** How its quota is split across namespaces. Undefined without a quota. */
  readonly quota: Status['quota'];
  /** The schedule on which it hibernates namespaces, of all tenants together. Undefined if it hibernates none. */
  readonly hibernation: Status['hibernation'];
}

/** A render, its input files and the registered kinds. */
export interface TraceContext {
  readonly kinds: readonly AnyKind[];
  readonly rendering: Rendering;
  readonly files: readonly SourceFile[];
}

/** Traces an object to the document that renders it, or a document to its objects. */
export function trace(context: TraceContext, query: TraceQuery): TraceResult {
  const { rendering, files } = context;
  if ('line' in query) {
    const resource = resourceFinder(rendering.resources, files)(query);
    return resource ? resourceResult(resource, context) : { found: 'nothing', near: undefined };
  }
  const found = findAll(query, rendering);
  const [only] = found;
  if (!only) return { found: 'nothing', near: nearestName(rendering, query) };
  if (found.length > 1) return { found: 'several', choices: found.map(nameOf).sort(compare) };
  if ('body' in only) return resourceResult(only, context);
  const resource = rendering.resources.find(({ origin }) => origin === only.origin);
  return { found: 'object', object: only, resource: resource && tracedResource(resource, context) };
}

/** Omits a resource that is also an object, such as a Namespace, because the object describes both. */
function findAll(
  query: Exclude<TraceQuery, { line: number }>,
  { resources, objects }: Rendering,
): readonly (Manifest | Resource)[] {
  const made = objects.filter(({ id }) => matches(query, id));
  const origins = new Set(made.map(({ origin }) => origin));
  const defined = resources.filter((resource) => matches(query, { ...resource, ...typeOf(resource) }));
  return [...made, ...defined.filter(({ origin }) => !origins.has(origin))];
}

function matches(query: Exclude<TraceQuery, { line: number }>, id: ObjectId): boolean {
  const { kind, name, namespace, group } = query;
  if (kind.toLowerCase() !== id.kind.toLowerCase() || name !== id.name) return false;
  return (namespace === undefined || namespace === id.namespace) && (group === undefined || group === id.group);
}

function typeOf({ kind: id }: Resource): Pick<ObjectId, 'group' | 'kind'> {
  const { apiVersion, kind } = contracts[id];
  return { group: groupOf(apiVersion), kind };
}

/** The name in the format of `explain`: `Deployment/tenants/org-acme`. */
function nameOf(one: Manifest | Resource): string {
  const { kind, namespace, name } = 'body' in one ? { ...one, kind: contracts[one.kind].kind } : one.id;
  return [kind, namespace, name].filter((part) => part !== '').join('/');
}

function nearestName(
  { objects, resources }: Rendering,
  { kind, name, namespace }: Exclude<TraceQuery, { line: number }>,
): string | undefined {
  const full = [...objects, ...resources].map(nameOf);
  const names = namespace === undefined ? full.map((one) => one.replace(/\/.*\//, '/')) : full;
  const wanted = [kind, namespace, name].filter((part) => part !== undefined).join('/');
  return nearest(wanted, [...new Set(names)]);
}

function resourceResult(resource: Resource, context: TraceContext): TraceResult {
  const own = context.rendering.objects.filter(({ origin }) => origin === resource.origin);
  return { found: 'resource', resource: tracedResource(resource, context), objects: own };
}

function tracedResource(resource: Resource, { kinds, rendering, files }: TraceContext): TracedResource {
  const { kind, origin, namespace, name } = resource;
  const line = startLines([resource], files)[0] ?? 1;
  const entries = rendering.inventory.resources.filter(
    (one) =>
      one.name === name &&
      one.namespace === namespace &&
      one.kind === contracts[kind].kind &&
      one.source === baseName(origin.file),
  );
  const tenant = entries.map((entry) => entry.tenant).join(', ') || resource.tenant;
  const quota = entries[0]?.status.quota;
  const hibernation = mergedHibernation(entries.flatMap(({ status }) => status.hibernation ?? []));
  const names = referencesOf(resource, kinds);
  return { label: labelOf(kind, resource), kind, tenant, file: origin.file, line, names, quota, hibernation };
}

/** Merges the entries of several tenants. The entries differ only in their namespaces. */
function mergedHibernation(all: readonly NonNullable<Status['hibernation']>[]): Status['hibernation'] {
  const [first] = all;
  return first && { ...first, namespaces: all.flatMap(({ namespaces }) => namespaces).sort(compare) };
}

function referencesOf(resource: Resource, kinds: readonly AnyKind[]): readonly string[] {
  const references = kinds.find(({ id }) => id === resource.kind)?.references ?? [];
  return references.flatMap(({ path, to }) => {
    const value = valueAt(resource.body, ...path);
    return typeof value === 'string' ? [`${contracts[to].kind} ${value}`] : [];
  });
}

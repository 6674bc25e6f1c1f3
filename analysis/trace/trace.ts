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

/** What is asked for: an object or a resource by name, or the document of an input file at a line. */
export type Question =
  | { readonly kind: string; readonly name: string; readonly namespace?: string | undefined; readonly group?: string }
  | { readonly file: string; readonly line: number };

export type Explanation =
  | { readonly found: 'object'; readonly object: Manifest; readonly resource: ResourceStory | undefined }
  | { readonly found: 'resource'; readonly resource: ResourceStory; readonly objects: readonly Manifest[] }
  | { readonly found: 'several'; readonly choices: readonly string[] }
  | { readonly found: 'nothing'; readonly near: string | undefined };

/** A resource, the line it begins at, and the resources that it names. */
export interface ResourceStory {
  readonly label: string;
  readonly kind: Resource['kind'];
  readonly tenant: string;
  readonly file: string;
  readonly line: number;
  readonly names: readonly string[];
  /** How its allowance is dealt to namespaces; undefined for one that has none. */
  readonly quota: Status['quota'];
  /** When namespaces sleep for it, those of all tenants. */
  readonly hibernation: Status['hibernation'];
}

/** A render, the files it was made from, and the kinds that it knows. */
export interface Traced {
  readonly kinds: readonly AnyKind[];
  readonly rendering: Rendering;
  readonly files: readonly SourceFile[];
}

/** Traces an object to the document it was rendered from, or a document to its objects. */
export function trace(traced: Traced, question: Question): Explanation {
  const { rendering, files } = traced;
  if ('line' in question) {
    const resource = resourceFinder(rendering.resources, files)(question);
    return resource ? aboutResource(resource, traced) : { found: 'nothing', near: undefined };
  }
  const found = findAll(question, rendering);
  const [only] = found;
  if (!only) return { found: 'nothing', near: nearestName(rendering, question) };
  if (found.length > 1) return { found: 'several', choices: found.map(nameOf).sort(compare) };
  if ('body' in only) return aboutResource(only, traced);
  const resource = rendering.resources.find(({ origin }) => origin === only.origin);
  return { found: 'object', object: only, resource: resource && storyOf(resource, traced) };
}

/** A Namespace is both an input and what is made of it; the object tells of both. */
function findAll(
  question: Exclude<Question, { line: number }>,
  { resources, objects }: Rendering,
): readonly (Manifest | Resource)[] {
  const made = objects.filter(({ id }) => matches(question, id));
  const origins = new Set(made.map(({ origin }) => origin));
  const defined = resources.filter((resource) => matches(question, { ...resource, ...typeOf(resource) }));
  return [...made, ...defined.filter(({ origin }) => !origins.has(origin))];
}

function matches(question: Exclude<Question, { line: number }>, id: ObjectId): boolean {
  const { kind, name, namespace, group } = question;
  if (kind.toLowerCase() !== id.kind.toLowerCase() || name !== id.name) return false;
  return (namespace === undefined || namespace === id.namespace) && (group === undefined || group === id.group);
}

function typeOf({ kind: id }: Resource): Pick<ObjectId, 'group' | 'kind'> {
  const { apiVersion, kind } = contracts[id];
  return { group: groupOf(apiVersion), kind };
}

/** As it can be typed: `Deployment/tenants/org-acme`. */
function nameOf(one: Manifest | Resource): string {
  const { kind, namespace, name } = 'body' in one ? { ...one, kind: contracts[one.kind].kind } : one.id;
  return [kind, namespace, name].filter((part) => part !== '').join('/');
}

function nearestName(
  { objects, resources }: Rendering,
  { kind, name, namespace }: Exclude<Question, { line: number }>,
): string | undefined {
  const full = [...objects, ...resources].map(nameOf);
  const names = namespace === undefined ? full.map((one) => one.replace(/\/.*\//, '/')) : full;
  const wanted = [kind, namespace, name].filter((part) => part !== undefined).join('/');
  return nearest(wanted, [...new Set(names)]);
}

function aboutResource(resource: Resource, traced: Traced): Explanation {
  const own = traced.rendering.objects.filter(({ origin }) => origin === resource.origin);
  return { found: 'resource', resource: storyOf(resource, traced), objects: own };
}

function storyOf(resource: Resource, { kinds, rendering, files }: Traced): ResourceStory {
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
  const hibernation = joined(entries.flatMap(({ status }) => status.hibernation ?? []));
  const names = referencesOf(resource, kinds);
  return { label: labelOf(kind, resource), kind, tenant, file: origin.file, line, names, quota, hibernation };
}

/** What one supervisor does for several tenants differs in the namespaces. */
function joined(all: readonly NonNullable<Status['hibernation']>[]): Status['hibernation'] {
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

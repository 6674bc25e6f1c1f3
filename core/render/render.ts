import { groupBy } from '../../data/group-by.ts';
import { syncWaveAnnotation } from '../../kubernetes/argocd-annotations.ts';
import type { Labels, MetaView } from '../../templates/views.ts';
import type { ForeignObject } from '../gate/foreign-object.ts';
import type { AnyKind, Compiled } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import type { Status } from '../kind/status.ts';
import { managed, outputDirectory, outputTenant, platformTenant, tenantLabels } from '../kind/tenant.ts';
import { printObject } from '../print/foreign-object.ts';
import type { Manifest } from '../print/manifest.ts';
import { type Emit, type ShapeEmit, shapeOf } from '../print/shape.ts';
import { atValue, type Fault, isError, type Report } from '../problem/problem.ts';
import type { Identified } from '../resolve/identify.ts';
import type { Resolved } from '../resolve/resolve.ts';
import type { Origin } from '../source/source.ts';
import { waveOf } from './waves.ts';

export interface RenderedResource {
  readonly resource: Resource;
  readonly status: Status;
  readonly manifests: readonly Manifest[];
}

export interface Rendered {
  readonly resources: readonly RenderedResource[];
  readonly shared: readonly Manifest[];
  /** Tenants with resources that are not rendered because of an error. */
  readonly incomplete: ReadonlySet<string>;
  readonly faults: readonly Fault[];
}

/**
 * Renders the resources in the scope, and returns their faults. Drops the objects of resources with errors: nothing is
 * written anyway, and checking them would only repeat conflicts that are already reported.
 */
export function render(resolved: Resolved, kinds: readonly AnyKind[], covers: (tenant: string) => boolean): Rendered {
  if (!resolved.hasValidSettings) return { resources: [], shared: [], incomplete: new Set(), faults: [] };
  const resources: RenderedResource[] = [];
  const faults: Fault[] = [];
  const incomplete = new Set([...resolved.tenants].flatMap(([{ valid }, tenant]) => (valid ? [] : [tenant])));
  const failed = new Set(resolved.faults.filter(isError).map(({ origin }) => origin));
  const kindsWithErrors = new Set(
    [...resolved.tenants.keys()].filter(({ valid }) => !valid).map(({ kind }) => kind.id),
  );
  for (const [identified, resource] of resourcesPerTenant(resolved)) {
    if (!covers(resource.tenant)) continue;
    // The invalid documents could cause further faults here, which would only mislead the user.
    const needsInvalid = identified.kind.needs.some((kind) => kindsWithErrors.has(kind));
    const found: Fault[] = [];
    const compiled = needsInvalid
      ? undefined
      : identified.kind.compile(resource, resolved.world, reportFor(identified, resource, found));
    for (const fault of found) faults.push(fault);
    if (!compiled || found.some(isError) || failed.has(resource.origin)) incomplete.add(resource.tenant);
    else resources.push(renderResource(resource, compiled));
  }
  const shared = covers(platformTenant) ? renderShared(resolved, kinds) : [];
  return { resources, shared, incomplete, faults: mergeFaults(faults) };
}

/** The resources with their tenant. A shared resource that creates objects of tenants is repeated for each of them. */
export function resourcesPerTenant({
  resources,
  recipients,
}: Pick<Resolved, 'resources' | 'recipients'>): readonly (readonly [Identified, Resource])[] {
  return [...resources].flatMap(([identified, resource]) => {
    const tenants = recipients.get(identified) ?? [];
    if (tenants.length === 0) return [[identified, resource] as const];
    return tenants.map((tenant) => [identified, { ...resource, tenant }] as const);
  });
}

/** Merges faults that occur for several tenants into a single fault that affects all of them. */
function mergeFaults(faults: readonly Fault[]): readonly Fault[] {
  const byOrigin = groupBy(faults, ({ origin }) => origin);
  return [...byOrigin.values()].flatMap((group) => (group.length === 1 ? group : mergeOfOrigin(group)));
}

function mergeOfOrigin(faults: readonly Fault[]): readonly Fault[] {
  const merged = new Map<string, { readonly fault: Fault; readonly tenants: Set<string> }>();
  for (const fault of faults) {
    const key = JSON.stringify([fault.code, fault.place, fault.message]);
    const known = merged.get(key) ?? { fault, tenants: new Set() };
    merged.set(key, known);
    for (const tenant of fault.tenants ?? []) known.tenants.add(tenant);
  }
  return [...merged.values()].map(({ fault, tenants }) => ({ ...fault, tenants: [...tenants] }));
}

/** The resources that were rendered, without the repetitions for several tenants. */
export function sourcesOf({ resources }: Rendered, resolved: Resolved): readonly Resource[] {
  const rendered = new Set(resources.map(({ resource }) => resource.origin));
  return [...resolved.resources.values()].filter(({ origin }) => rendered.has(origin));
}

function reportFor(identified: Identified, resource: Resource, faults: Fault[]): Report {
  const { origin } = identified.document;
  return (code, path, message, hint) =>
    faults.push({ code, origin, place: atValue(path), message, tenants: [resource.tenant], ...hint });
}

function renderResource(resource: Resource, { emits, status }: Compiled): RenderedResource {
  const { origin } = resource;
  const tenant = outputTenant(resource.tenant);
  const source = sourceOf(tenant, origin, fileName(resource));
  return { resource, status, manifests: emits.map((emit) => toManifest(emit, source)) };
}

/** Each resource has its own output file, such as `org.tenants.acme.yaml`, to make reviews easy. */
function fileName({ kind, namespace, name }: Resource): string {
  return namespace === '' ? `${kind}.${name}.yaml` : `${kind}.${namespace}.${name}.yaml`;
}

/** Also renders the shared objects of a kind whose resources are all invalid: they depend only on settings. */
function renderShared({ tenants, world }: Resolved, kinds: readonly AnyKind[]): readonly Manifest[] {
  const present = new Set([...tenants.keys()].map(({ kind }) => kind));
  return kinds.flatMap((kind) => {
    if (!present.has(kind)) return [];
    const emits = [...kind.shared(world.settings), ...kind.sharedOfAll(world)];
    return manifestsAbout(platformTenant, `${kind.id}.yaml`, emits);
  });
}

/** Objects that the platform renders about a tenant, from the settings. */
export function manifestsAbout(tenant: string, name: string, emits: readonly Emit[]): readonly Manifest[] {
  const source = sourceOf(tenant, undefined, name);
  return emits.map((emit) => toManifest(emit, source));
}

interface Source extends Pick<Manifest, 'tenant' | 'origin' | 'file'> {
  /** The labels of every object of the tenant. They override the object's own labels. */
  readonly labels: Labels;
}

function sourceOf(tenant: string, origin: Origin | undefined, name: string): Source {
  return { tenant, origin, file: `${outputDirectory(tenant)}/${name}`, labels: tenantLabels(tenant) };
}

function toManifest(emit: Emit, source: Source): Manifest {
  return 'object' in emit ? foreignManifest(emit.object, source) : shapeManifest(emit, source);
}

/**
 * Objects of Templates sync after the namespace and its contents unless they set a wave of their own
 * [sources: argocd-12].
 */
function foreignManifest(object: ForeignObject, { tenant, origin, file, labels: own }: Source): Manifest {
  const { group, kind, namespace, name } = object;
  const ownWave = object.annotations[syncWaveAnnotation];
  const wave = ownWave === undefined ? 1 : Number(ownWave);
  const labels = { ...object.labels, ...own };
  const annotations = { ...object.annotations, [syncWaveAnnotation]: String(wave) };
  const text = printObject(object, { labels, annotations });
  return { id: { group, kind, namespace, name }, tenant, origin, file, shape: undefined, wave, text };
}

/** Uses Object.assign because V8 spreads objects of many different shapes about four times more slowly. */
function shapeManifest({ shape, view }: ShapeEmit, source: Source): Manifest {
  const { group, kind, print } = shapeOf(shape);
  const { tenant, origin, file } = source;
  const wave = waveOf(group, kind);
  const labels = Object.assign({}, managed, view.labels, source.labels);
  const text = print(view, { labels, annotations: annotationsOf(view, wave) });
  const id = { group, kind, namespace: view.namespace, name: view.name };
  return { id, tenant, origin, file, shape, wave, text };
}

function annotationsOf({ annotations }: MetaView, wave: number): Labels | undefined {
  const isEmpty = Object.keys(annotations).length === 0;
  if (wave === 0) return isEmpty ? undefined : annotations;
  const syncWave = { [syncWaveAnnotation]: String(wave) };
  return isEmpty ? syncWave : Object.assign({}, annotations, syncWave);
}

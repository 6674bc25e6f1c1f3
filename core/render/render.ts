import { groupBy } from '../../data/group-by.ts';
import { syncWaveAnnotation } from '../../kubernetes/argocd-annotations.ts';
import type { Labels, MetaView } from '../../templates/views.ts';
import type { AnyKind, Compiled } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import type { Status } from '../kind/status.ts';
import { managed, outputDirectory, outputTenant, platformTenant, tenantLabels } from '../kind/tenant.ts';
import { type ForeignObject, printObject } from '../print/foreign-object.ts';
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
  /** Tenants of which a fault left something out. */
  readonly incomplete: ReadonlySet<string>;
  readonly faults: readonly Fault[];
}

/**
 * Renders the resources that a scope covers; their faults come with it. What a faulty resource would render goes no
 * further: nothing is put out anyway, and it would only be told to clash with what it was told to clash with before.
 */
export function render(resolved: Resolved, kinds: readonly AnyKind[], covers: (tenant: string) => boolean): Rendered {
  if (!resolved.hasValidSettings) return { resources: [], shared: [], incomplete: new Set(), faults: [] };
  const resources: RenderedResource[] = [];
  const faults: Fault[] = [];
  const incomplete = new Set([...resolved.tenants].flatMap(([{ valid }, tenant]) => (valid ? [] : [tenant])));
  const faulty = new Set(resolved.faults.filter(isError).map(({ origin }) => origin));
  const faultyKinds = new Set([...resolved.tenants.keys()].filter(({ valid }) => !valid).map(({ kind }) => kind.id));
  for (const [known, resource] of partsOf(resolved)) {
    if (!covers(resource.tenant)) continue;
    // What would be told of it might follow from that fault alone.
    const isDoubtful = known.kind.needs.some((kind) => faultyKinds.has(kind));
    const found: Fault[] = [];
    const compiled = isDoubtful
      ? undefined
      : known.kind.compile(resource, resolved.world, reportFor(known, resource, found));
    faults.push(...found);
    if (!compiled || found.some(isError) || faulty.has(resource.origin)) incomplete.add(resource.tenant);
    else resources.push(renderResource(resource, compiled));
  }
  const shared = covers(platformTenant) ? renderShared(resolved, kinds) : [];
  return { resources, shared, incomplete, faults: toldOnce(faults) };
}

/** Each resource under its tenant; one whose objects other tenants get, under each of these. */
export function partsOf({
  resources,
  recipients,
}: Pick<Resolved, 'resources' | 'recipients'>): readonly (readonly [Identified, Resource])[] {
  return [...resources].flatMap(([known, resource]) => {
    const tenants = recipients.get(known) ?? [];
    if (tenants.length === 0) return [[known, resource] as const];
    return tenants.map((tenant) => [known, { ...resource, tenant }] as const);
  });
}

/** What is told under several tenants alike is one fault that concerns them all. */
function toldOnce(faults: readonly Fault[]): readonly Fault[] {
  const byOrigin = groupBy(faults, ({ origin }) => origin);
  return [...byOrigin.values()].flatMap((own) => (own.length === 1 ? own : merged(own)));
}

function merged(faults: readonly Fault[]): readonly Fault[] {
  const byWords = new Map<string, Fault>();
  for (const fault of faults) {
    const key = JSON.stringify([fault.code, fault.place, fault.message]);
    const tenants = [...new Set([...(byWords.get(key)?.tenants ?? []), ...(fault.tenants ?? [])])];
    byWords.set(key, { ...fault, tenants });
  }
  return [...byWords.values()];
}

/** The resources that something was made of, each once. */
export function sourcesOf({ resources }: Rendered): readonly Resource[] {
  return [...new Map(resources.map(({ resource }) => [resource.origin, resource])).values()];
}

function reportFor(known: Identified, resource: Resource, faults: Fault[]): Report {
  const { origin } = known.document;
  return (code, path, message, hint) =>
    faults.push({ code, origin, place: atValue(path), message, tenants: [resource.tenant], ...hint });
}

function renderResource(resource: Resource, { emits, status }: Compiled): RenderedResource {
  const { origin } = resource;
  const tenant = outputTenant(resource.tenant);
  const source = sourceOf(tenant, origin, fileName(resource));
  return { resource, status, manifests: emits.map((emit) => toManifest(emit, source)) };
}

/** One file a resource, so that a reviewer sees each input beside its output: `org.tenants.acme.yaml`. */
function fileName({ kind, namespace, name }: Resource): string {
  return namespace === '' ? `${kind}.${name}.yaml` : `${kind}.${namespace}.${name}.yaml`;
}

/** What settings alone make is there for a faulty resource, too: a fault in a tenant must not take it from the platform. */
function renderShared({ tenants, world }: Resolved, kinds: readonly AnyKind[]): readonly Manifest[] {
  const present = new Set([...tenants.keys()].map(({ kind }) => kind));
  return kinds.flatMap((kind) => {
    if (!present.has(kind)) return [];
    const source = sourceOf(platformTenant, undefined, `${kind.id}.yaml`);
    const emits = [...kind.shared(world.settings), ...kind.sharedOfAll(world)];
    return emits.map((emit) => toManifest(emit, source));
  });
}

interface Source extends Pick<Manifest, 'tenant' | 'origin' | 'file'> {
  /** What every object of a tenant carries, whatever its own labels say. */
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
  const stated = object.annotations[syncWaveAnnotation];
  const wave = stated === undefined ? 1 : Number(stated);
  const labels = { ...object.labels, ...own };
  const annotations = { ...object.annotations, [syncWaveAnnotation]: String(wave) };
  const text = printObject({ ...object, labels, annotations });
  return { id: { group, kind, namespace, name }, tenant, origin, file, shape: undefined, wave, text };
}

/** Object.assign, for V8 adds keys to a spread object of many forms some four times slower. */
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

import type { Labels, MetaView } from '../../templates/views.ts';
import type { AnyKind, Compiled, Status } from '../kind.ts';
import { atValue, type Fault, isError, type Report } from '../problem/problem.ts';
import { type Known, outputTenant, platformTenant, tenantLabel } from '../resolve/known.ts';
import type { Resolved } from '../resolve/resolve.ts';
import type { Resource } from '../resolve/resource.ts';
import type { Origin } from '../source.ts';
import type { Manifest } from './manifest.ts';
import { type Emit, shapeOf } from './shape.ts';
import { waveOf } from './waves.ts';

export interface RenderedResource {
  readonly resource: Resource;
  readonly status: Status;
  readonly manifests: readonly Manifest[];
}

export interface Rendered {
  readonly resources: readonly RenderedResource[];
  readonly shared: readonly Manifest[];
  readonly faults: readonly Fault[];
}

/**
 * Renders the resources that a scope covers; their faults come with it. What a faulty resource would render goes no
 * further: nothing is put out anyway, and it would only be told to clash with what it was told to clash with before.
 */
export function render(resolved: Resolved, kinds: readonly AnyKind[], covers: (tenant: string) => boolean): Rendered {
  if (!resolved.settled) return { resources: [], shared: [], faults: [] };
  const resources: RenderedResource[] = [];
  const faults: Fault[] = [];
  const faulty = new Set(resolved.faults.filter(isError).map(({ origin }) => origin));
  const faultyKinds = new Set([...resolved.tenants.keys()].filter(({ valid }) => !valid).map(({ kind }) => kind.id));
  for (const [known, resource] of resolved.resources) {
    if (!covers(resource.tenant)) continue;
    // What would be told of it might follow from that fault alone.
    if (known.kind.needs.some((kind) => faultyKinds.has(kind))) continue;
    const found: Fault[] = [];
    const compiled = known.kind.compile(resource, resolved.world, reportFor(known, resource, found));
    faults.push(...found);
    if (!compiled || found.some(isError) || faulty.has(resource.origin)) continue;
    resources.push(renderResource(resource, compiled));
  }
  const shared = covers(platformTenant) ? renderShared(resolved, kinds) : [];
  return { resources, shared, faults };
}

function reportFor(known: Known, resource: Resource, faults: Fault[]): Report {
  const { origin } = known.document;
  return (code, path, message, hint) =>
    faults.push({ code, origin, place: atValue(path), message, tenants: [resource.tenant], ...hint });
}

function renderResource(resource: Resource, { emits, status }: Compiled): RenderedResource {
  const { origin } = resource;
  const tenant = outputTenant(resource.tenant);
  const source = sourceOf(tenant, origin, `${tenant}/${fileName(resource)}`);
  return { resource, status, manifests: emits.map((emit) => toManifest(emit, source)) };
}

/** One file a resource, so that a reviewer sees each input beside its output: `org.tenants.acme.yaml`. */
function fileName({ kind, namespace, name }: Resource): string {
  return namespace === '' ? `${kind}.${name}.yaml` : `${kind}.${namespace}.${name}.yaml`;
}

function renderShared(resolved: Resolved, kinds: readonly AnyKind[]): readonly Manifest[] {
  return kinds.flatMap((kind) => {
    if (resolved.world.all(kind.id).length === 0) return [];
    const source = sourceOf(platformTenant, undefined, `${platformTenant}/${kind.id}.yaml`);
    return kind.shared(resolved.world).map((emit) => toManifest(emit, source));
  });
}

/** Put first, for labels that are in order are printed without sorting, and again last, for nothing overrides it. */
const managed = { 'app.kubernetes.io/managed-by': 'leasehold' };

interface Source extends Pick<Manifest, 'tenant' | 'origin' | 'file'> {
  /** What every object of a tenant carries, whatever its own labels say. */
  readonly labels: Labels;
}

function sourceOf(tenant: string, origin: Origin | undefined, file: string): Source {
  const labels = { ...managed, [tenantLabel]: tenant.replace(/^_/, '') };
  return { tenant, origin, file, labels };
}

/** Object.assign, for V8 adds keys to a spread object of many forms some four times slower. */
function toManifest({ shape, view }: Emit, source: Source): Manifest {
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
  const syncWave = { 'argocd.argoproj.io/sync-wave': String(wave) };
  return isEmpty ? syncWave : Object.assign({}, annotations, syncWave);
}

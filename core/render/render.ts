import { contracts } from '../../build/contracts.ts';
import type { AnyKind, Compiled, Status } from '../kind.ts';
import { atValue, type Fault, isError, type Report } from '../problem/problem.ts';
import { type Known, platformTenant } from '../resolve/known.ts';
import type { Resolved } from '../resolve/resolve.ts';
import type { Resource } from '../resolve/resource.ts';
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
  for (const [known, resource] of resolved.resources) {
    if (!covers(resource.tenant)) continue;
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
  const { tenant, origin } = resource;
  const file = `${tenant}/${fileName(resource)}`;
  return { resource, status, manifests: emits.map((emit) => toManifest(emit, { tenant, origin, file })) };
}

/** One file a resource, so that a reviewer sees each input beside its output: `org.tenants.acme.yaml`. */
function fileName({ kind, namespace, name }: Resource): string {
  return namespace === '' ? `${kind}.${name}.yaml` : `${kind}.${namespace}.${name}.yaml`;
}

function renderShared(resolved: Resolved, kinds: readonly AnyKind[]): readonly Manifest[] {
  return kinds.flatMap((kind) => {
    if (resolved.world.all(kind.id).length === 0) return [];
    const file = `${platformTenant}/${kind.id}.yaml`;
    return kind
      .shared(resolved.world)
      .map((emit) => toManifest(emit, { tenant: platformTenant, origin: undefined, file }));
  });
}

type Source = Pick<Manifest, 'tenant' | 'origin' | 'file'>;

const managedBy = { 'app.kubernetes.io/managed-by': 'leasehold' };

function toManifest({ shape, view }: Emit, source: Source): Manifest {
  const { group, kind, print } = shapeOf(shape);
  const wave = waveOf(group, kind);
  const labels = { ...view.labels, ...managedBy, 'leasehold.dev/tenant': source.tenant.replace(/^_/, '') };
  const sync = wave === 0 ? undefined : { 'argocd.argoproj.io/sync-wave': String(wave) };
  const annotations = { ...view.annotations, ...sync };
  const hasAnnotations = Object.keys(annotations).length > 0;
  const text = print({ ...view, labels, annotations: hasAnnotations ? annotations : false });
  return { id: { group, kind, namespace: view.namespace, name: view.name }, shape, wave, text, ...source };
}

export function kindName(resource: Resource): string {
  return contracts[resource.kind].kind;
}

import { limits } from '../../data/limits.ts';
import type { AnyKind } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import type { Status } from '../kind/status.ts';
import { outputTenant, platformTenant } from '../kind/tenant.ts';
import type { World } from '../kind/world.ts';
import type { Manifest } from '../print/manifest.ts';
import type { Emit } from '../print/shape.ts';
import { guardInto, noDocument } from '../problem/guard.ts';
import { atValue, isError, type Report, type UnlocatedProblem } from '../problem/problem.ts';
import type { Identified } from '../resolve/identify.ts';
import type { Resolved } from '../resolve/resolve.ts';
import { archived } from './archived.ts';
import { mergeProblems } from './merge-problems.ts';
import { type Excess, OutputSizes } from './output-sizes.ts';
import { resourceManifest } from './tenant-resource.ts';
import { sourceOf, toManifest } from './to-manifest.ts';

export interface RenderedResource {
  readonly resource: Resource;
  readonly status: Status;
  readonly manifests: readonly Manifest[];
}

export interface Rendered {
  readonly resources: readonly RenderedResource[];
  readonly shared: readonly Manifest[];
  /** Tenants with documents from which nothing is rendered, for example because of an error. */
  readonly incomplete: ReadonlySet<string>;
  readonly problems: readonly UnlocatedProblem[];
}

/** The result of one resource. `rendered` is undefined if nothing is rendered from it, for example because of an error. */
export interface Part {
  readonly rendered: RenderedResource | undefined;
  readonly problems: readonly UnlocatedProblem[];
}

/** Renders the resources in the scope, and returns their problems. */
export function render(resolved: Resolved, kinds: readonly AnyKind[], covers: (tenant: string) => boolean): Rendered {
  const outputs = new OutputSizes(resolved.authorOf);
  const partOf = (identified: Identified, resource: Resource) =>
    renderPart(identified, { resource, world: resolved.world, outputs });
  return assemble(resolved, kinds, { covers, partOf });
}

interface Assembly {
  readonly covers: (tenant: string) => boolean;
  readonly partOf: (identified: Identified, resource: Resource) => Part;
}

/**
 * Collects the parts. Does not print the objects of resources with errors: nothing is written anyway, and checking them
 * would only repeat conflicts that are already reported.
 */
export function assemble(resolved: Resolved, kinds: readonly AnyKind[], { covers, partOf }: Assembly): Rendered {
  if (!resolved.hasValidSettings) return { resources: [], shared: [], incomplete: new Set(), problems: [] };
  const resources: RenderedResource[] = [];
  const problems: UnlocatedProblem[] = [];
  const incomplete = new Set([...resolved.tenants].flatMap(([{ valid }, tenant]) => (valid ? [] : [tenant])));
  const failed = new Set(resolved.problems.filter(isError).map(({ origin }) => origin));
  const kindsWithErrors = new Set(
    [...resolved.tenants.keys()].filter(({ valid }) => !valid).map(({ kind }) => kind.id),
  );
  for (const [identified, resource] of resourcesPerTenant(resolved)) {
    if (!covers(resource.tenant)) continue;
    // The invalid documents could cause further problems here, which would only mislead the user.
    const needsInvalid = identified.kind.needs.some((kind) => kindsWithErrors.has(kind));
    const { rendered, problems: found } = needsInvalid
      ? noPart
      : failed.has(resource.origin)
        ? compilePart(identified, resource, resolved.world)
        : partOf(identified, resource);
    for (const problem of found) problems.push(problem);
    if (!rendered || found.some(isError)) incomplete.add(resource.tenant);
    else resources.push(rendered);
  }
  const shared = covers(platformTenant)
    ? guardInto(problems)({ ...noDocument, tenants: [platformTenant] }, () => renderShared(resolved, kinds), [])
    : [];
  return { resources, shared, incomplete, problems: mergeProblems(problems) };
}

const noPart: Part = { rendered: undefined, problems: [] };

/** Reports the problems of a resource that has errors already. */
function compilePart(identified: Identified, resource: Resource, world: World): Part {
  const problems: UnlocatedProblem[] = [];
  const report = reportFor(identified, resource, problems);
  const subject = { origin: resource.origin, tenants: [resource.tenant] };
  guardInto(problems)(subject, () => void identified.kind.compile(resource, world, report), undefined);
  return { rendered: undefined, problems };
}

interface PartInput {
  readonly resource: Resource;
  readonly world: World;
  readonly outputs: OutputSizes;
}

/** Renders one resource. Apart from the limit of the output, only the resource, its kind and the world affect the result. */
export function renderPart(identified: Identified, { resource, world, outputs }: PartInput): Part {
  const problems: UnlocatedProblem[] = [];
  const report = reportFor(identified, resource, problems);
  const subject = { origin: resource.origin, tenants: [resource.tenant] };
  const rendered = guardInto(problems)(
    subject,
    () => renderOne(identified.kind, { resource, world, report, outputs }),
    undefined,
  );
  return { rendered, problems };
}

interface OneResource {
  readonly resource: Resource;
  readonly world: World;
  readonly report: Report;
  readonly outputs: OutputSizes;
}

function renderOne(kind: AnyKind, { resource, world, report, outputs }: OneResource): RenderedResource | undefined {
  const compiled = kind.compile(resource, world, report);
  if (!compiled) return undefined;
  const source = sourceOf(outputTenant(resource.tenant), resource.origin, fileName(resource), world.settings);
  const manifests: Manifest[] = [];
  const isArchived = world.settings.lifecycles.get(resource.tenant)?.lifecycle === 'archived';
  for (const rendered of compiled.emits) {
    const emit = isArchived ? archived(rendered) : rendered;
    if (!emit) continue;
    const manifest = toManifest(emit, source);
    const excess = outputs.add(resource.origin.file, manifest.text);
    if (excess) return reportTooLarge(excess, report);
    manifests.push(manifest);
  }
  if (compiled.liveStatus && world.settings.appliesResources)
    manifests.push(resourceManifest(resource, compiled.liveStatus, manifests, source));
  return { resource, status: compiled.status, manifests };
}

function reportTooLarge({ tenant }: Excess, report: Report): undefined {
  const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;
  const [message, fix] =
    tenant === undefined
      ? [`the documents in the file render more than ${mebibytes(limits.output)}`, 'split the file']
      : [
          `the documents in the directory of tenant ${tenant} render more than ${limits.objectsOfTenant} objects, or more than ${mebibytes(limits.outputOfTenant)}`,
          `move some documents to tenants/${tenant}/ in the Platform's directory`,
        ];
  report('too-large', [], message, { fix: `${fix}, or reduce the number of namespaces and members` });
  return undefined;
}

/** The resources with their tenant. A shared resource that creates objects of tenants is repeated for each of these tenants. */
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

/** The resources that were rendered, without the repetitions for several tenants. */
export function sourcesOf({ resources }: Rendered, resolved: Resolved): readonly Resource[] {
  const rendered = new Set(resources.map(({ resource }) => resource.origin));
  return [...resolved.resources.values()].filter(({ origin }) => rendered.has(origin));
}

function reportFor(identified: Identified, resource: Resource, problems: UnlocatedProblem[]): Report {
  const { origin } = identified.document;
  return (code, path, message, hint) =>
    problems.push({ code, origin, place: atValue(path), message, tenants: [resource.tenant], ...hint });
}

/** Each resource has its own output file, such as `org.tenants.acme.yaml`, to make reviews easy. */
function fileName({ kind, namespace, name }: Resource): string {
  return namespace === '' ? `${kind}.${name}.yaml` : `${kind}.${namespace}.${name}.yaml`;
}

/** Renders the shared objects of every kind with documents, even if all of these documents are invalid. */
function renderShared({ tenants, world }: Resolved, kinds: readonly AnyKind[]): readonly Manifest[] {
  const present = new Set([...tenants.keys()].map(({ kind }) => kind));
  return kinds.flatMap((kind) => {
    if (!present.has(kind)) return [];
    const emits = [...kind.shared(world.settings), ...kind.sharedAcrossTenants(world)];
    return manifestsWithoutOrigin(platformTenant, `${kind.id}.yaml`, emits);
  });
}

/** Objects of a tenant or of the platform without a source document. None of them has volumes. */
export function manifestsWithoutOrigin(tenant: string, name: string, emits: readonly Emit[]): readonly Manifest[] {
  const source = sourceOf(tenant, undefined, name, { retainVolumes: true });
  return emits.map((emit) => toManifest(emit, source));
}

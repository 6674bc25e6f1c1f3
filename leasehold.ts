import { type Comparison, compareRenderings } from './analysis/diff/compare.ts';
import { type Offboarding, offboard as offboardWith } from './analysis/offboard/offboard.ts';
import { type Expansion, expandIntent } from './analysis/proposals/intents.ts';
import { type Right, rightsOf as rightsIn } from './analysis/rights/rights.ts';
import { type RuleInForce, rulesInForce as rulesInForceIn } from './analysis/rules/rules-in-force.ts';
import { type Places, placesIn } from './analysis/start/places.ts';
import { type Directories, directoriesIn, type Rejection, rejectionsIn } from './analysis/start/start.ts';
import type { QuotaEntry, TenantEntry } from './analysis/tenants/tenants.ts';
import { quotasNamed, rostersWith, summarizeTenant, tenantEntries } from './analysis/tenants/tenants.ts';
import { type TracedResource, type TraceQuery, type TraceResult, trace as traceWith } from './analysis/trace/trace.ts';
import { contracts, type KindId } from './build/contracts.ts';
import type { Intent, Reference, TenantSummary } from './core/kind/capabilities.ts';
import { layoutWith, load as loadWith } from './core/load.ts';
import { type ParsedDocument, parse } from './core/parse/parse.ts';
import { type UnreadFile, unreadFiles } from './core/parse/unread-files.ts';
import { draft as draftWith, pipeline } from './core/pipeline.ts';
import type { Manifest } from './core/print/manifest.ts';
import type { Rendering } from './core/rendering.ts';
import { untrustedAuthor } from './core/resolve/authority.ts';
import type { Resolved } from './core/resolve/resolve.ts';
import type { Scope } from './core/resolve/scope.ts';
import { tenantNames as tenantNamesOf } from './core/resolve/tenants.ts';
import type { ComparedObjects } from './core/reuse/compared-objects.ts';
import { openVersion as openVersionWith, type Version } from './core/reuse/version.ts';
import type { SourceFile } from './core/source/source.ts';
import { exportLimits } from './data/limits.ts';
import { textAt } from './data/tree.ts';
import { kinds } from './kinds/index.ts';
import { rulesIn } from './kinds/leasehold/enforcement/policies.ts';
import { type ChartPlan, planCharts as planChartsOf } from './kinds/mto/charts/chart-plan.ts';

export type { Comparison } from './analysis/diff/compare.ts';
export type { Offboarding } from './analysis/offboard/offboard.ts';
export { type DeploymentPart, deploymentParts } from './core/deployment/part.ts';
export type { Status } from './core/kind/status.ts';
export type { Inventory } from './core/layout/inventory.ts';
export type { OutputFile } from './core/layout/layout.ts';
export type { Manifest } from './core/print/manifest.ts';
export type { Problem } from './core/problem/problem.ts';
export type { Rendering } from './core/rendering.ts';
export type { Scope } from './core/resolve/scope.ts';
export type { Version } from './core/reuse/version.ts';
export type { SourceFile } from './core/source/source.ts';
export { type ChartPlan, chartText, type MissingChart, type PlannedChart } from './kinds/mto/charts/chart-plan.ts';
export type { WantedChart } from './kinds/mto/charts/wanted-charts.ts';
export { mtoTenantLabel } from './kinds/mto/integration/keys.ts';

/** The contracts of the kinds that define tenants and quotas in a cluster. */
export const clusterTenant = contracts['mto-tenant'];
export const clusterQuota = contracts['mto-quota'];

/**
 * Renders tenants to manifests. Pure: the same files give the same result on any machine, in any order. An error in the
 * input is a Problem in the result, never an exception, and a result with an error contains no objects.
 */
export function render(files: readonly SourceFile[], scope: Scope = {}): Rendering {
  return pipeline(kinds, files, scope);
}

/** Everything that the files define. Only for lookups: a part is valid only if a render of its tenant has no errors. */
export const draft = (files: readonly SourceFile[]): Rendering => draftWith(kinds, files);

/** Renders all tenants. Renders of further versions of the files reuse everything that the changes cannot affect. */
export const openVersion = (files: readonly SourceFile[]): Version => openVersionWith(kinds, files);

/** The documents in YAML files, with Lists split into their items. Files that are not YAML have none. */
export const readDocuments = (files: readonly SourceFile[]): readonly ParsedDocument[] => readExport(files).documents;

/** Like readDocuments, with the files that have no documents because they are not YAML or cannot be read. */
export function readExport(files: readonly SourceFile[]): Export {
  const { documents, problems } = parse(files, exportLimits);
  return { documents, unread: unreadFiles(problems) };
}

export interface Export {
  readonly documents: readonly ParsedDocument[];
  readonly unread: readonly UnreadFile[];
}

/**
 * What the authors of a tenant's directory may use, with the Grants that allow it. None for a resource that does not
 * define a tenant, or in a repository whose authors are all trusted.
 */
export function rightsOf(files: readonly SourceFile[], { kind, tenant }: TracedResource): readonly Right[] {
  const definesTenant = kinds.some(({ id, tenant }) => id === kind && tenant);
  return definesTenant ? rightsIn(load(files).world, tenant) : [];
}

/** The rules that the API server enforces for a tenant. None without admission rules, or if the resource defines no tenant. */
export function rulesInForce(
  files: readonly SourceFile[],
  objects: readonly Manifest[],
  { kind, tenant }: TracedResource,
): readonly RuleInForce[] {
  const definesTenant = kinds.some(({ id, tenant }) => id === kind && tenant);
  const { world } = load(files);
  const { enforcement } = world.settings;
  return definesTenant && enforcement ? rulesInForceIn(objects, tenant, { rules: rulesIn(world), enforcement }) : [];
}

/** Reads the resources of the files without rendering them. */
export const load = (files: readonly SourceFile[]): Resolved => loadWith(kinds, files);

/** Who can change a document in a file, according to the directories that the Platform in the files defines. */
export const authorityOf = (files: readonly SourceFile[]) => layoutWith(kinds, files).authorityOf;

/** The tenant whose directory contains a file, if the Platform in the files does not trust its authors. */
export const untrustedAuthorOf = (files: readonly SourceFile[]) => untrustedAuthor(layoutWith(kinds, files));

/** Where a new document belongs. Undefined if the Platform does not require a directory for each tenant. */
export function directoriesFor(resolved: Resolved, document: SourceFile): Directories | undefined {
  return directoriesIn(kinds, resolved, document);
}

/** The problems of the fields of a file that loading finds, such as values that no Grant allows and undefined references. */
export const rejectionsOf = (files: readonly SourceFile[], path: string): readonly Rejection[] =>
  rejectionsIn(kinds, files, path);

/**
 * Where the files of a tenant are: in its directory, and in the Platform's directory except for files about other tenants.
 * Undefined if the Platform in the files does not require a directory for each tenant.
 */
export const placesOf = (files: readonly SourceFile[], tenant: string): Places | undefined =>
  placesIn(layoutWith(kinds, files), tenant);

/** The tenants of all documents in the files, sorted by name, including those of invalid documents. */
export const tenantNames = (files: readonly SourceFile[]): readonly string[] => tenantNamesOf(load(files));

/** The tenants that resources of the files define, not those that are only named. */
export function definedTenants(files: readonly SourceFile[]): readonly string[] {
  return [...load(files).tenants].filter(([{ kind }]) => kind.tenant).map(([, tenant]) => tenant);
}

/** The changes to documents that an intent requires. */
export const expand = (resolved: Resolved, intent: Intent): Expansion => expandIntent(kinds, resolved, intent);

/** Renders two versions of the tenants and compares the results. */
export const compareVersions = (base: readonly SourceFile[], head: readonly SourceFile[]): Comparison =>
  compareRenderings(kinds, { before: render(base), after: render(head), files: head });

/**
 * Compares two renders; `files` are the files of the second. `compared` limits the comparison to the objects that can differ,
 * if the second version reuses parts of the first.
 */
export function compare(
  before: Rendering,
  after: Rendering,
  files: readonly SourceFile[],
  compared?: ComparedObjects,
): Comparison {
  return compareRenderings(kinds, { before, after, files, compared });
}

/** Traces an object to the document it was rendered from, or a document to its objects. */
export const trace = (rendering: Rendering, files: readonly SourceFile[], query: TraceQuery): TraceResult =>
  traceWith({ kinds, rendering, files }, query);

/** Every tenant of a render, by name. */
export const tenantsIn = (rendering: Rendering): readonly TenantEntry[] => tenantEntries(kinds, rendering);

/** The quotas of a render with the given name. */
export const quotasIn = (rendering: Rendering, name: string): readonly QuotaEntry[] =>
  quotasNamed(kinds, rendering, name);

/** The names of the groups that list each user. */
export const rostersIn = (rendering: Rendering): ReadonlyMap<string, readonly string[]> =>
  rostersWith(kinds, rendering);

/** Removes the tenants whose last day is before `today`, such as `2026-12-31`, from valid files. */
export const offboard = (files: readonly SourceFile[], today: string): Offboarding =>
  offboardWith(files, today, { load, render });

/** The contracts of the kinds of a system (`tetrapus`), in the order of the registry. */
export function kindsOf(system: string): readonly (typeof contracts)[KindId][] {
  return kinds.map(({ id }) => contracts[id]).filter(({ folder }) => folder.startsWith(`kinds/${system}/`));
}

/** The kind that documents of a kind become before they are rendered: itself, unless it is an older version. */
export function currentKind(id: KindId): KindId {
  return kinds.find((kind) => kind.id === id)?.conversion?.becomes ?? id;
}

/** Whether resources of a kind define tenants, and which of their fields refer to other resources. */
export function traitsOf(id: KindId): { readonly isTenant: boolean; readonly references: readonly Reference[] } {
  const kind = kinds.find((one) => one.id === id);
  return { isTenant: kind?.tenant !== undefined, references: kind?.references ?? [] };
}

/** The summary of the tenant that a Kubernetes object defines. Empty for any other object. */
export function describeTenant(object: unknown): TenantSummary {
  const [apiVersion, kind] = [textAt(object, 'apiVersion'), textAt(object, 'kind')];
  const contract = Object.values(contracts).find((one) => one.apiVersion === apiVersion && one.kind === kind);
  const [namespace, name] = [textAt(object, 'metadata', 'namespace'), textAt(object, 'metadata', 'name')];
  return contract ? summarizeTenant(kinds, contract.id, { namespace, name, body: object }) : {};
}

/** Compares the Helm charts that Templates need with the inflated charts in the files. */
export const planCharts = (files: readonly SourceFile[], dir: string): ChartPlan => planChartsOf(load(files), dir);

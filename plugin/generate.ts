import { isDelegated } from '../analysis/rights/delegated.ts';
import { outputTenant, platformTenant } from '../core/kind/tenant.ts';
import { type DeploymentPart, type Manifest, type Rendering, render } from '../leasehold.ts';
import { jsonPrinter } from '../yaml/json-lines.ts';
import { readParameters } from './parameters.ts';
import { errorOf, failure, type Result, success } from './plugin-error.ts';
import type { Invocation, Ports } from './ports.ts';
import { checkRemoval } from './removal.ts';
import { readSelection, type Selection } from './selection.ts';
import type { TenantSelector } from './selector.ts';
import { leavesRepository, readTenantFiles, repositoryRoot } from './tenants-folder.ts';
import { checkSource } from './trusted-source.ts';

/** The manifests of one Application, one JSON object per line: the format that Argo CD parses fastest. */
export function generate({ env, cwd }: Invocation, ports: Ports): Result<string> {
  const parameters = readParameters(env);
  if (!parameters.ok) return parameters;
  const selection = readSelection(parameters.value);
  if (!selection.ok) return selection;
  if (leavesRepository(cwd, env['ARGOCD_APP_SOURCE_PATH']))
    return failure(
      'spec.source.path is a link that leads out of the repository; set it to a directory in the repository',
    );
  const files = readTenantFiles(cwd, ports, parameters.value.directory);
  if (!files.ok) return files;
  const rendering = render(files.value, selection.value.scope);
  if (!rendering.ok) return { ok: false, error: errorOf(rendering.problems) };
  const source = checkSource(rendering.resources, { cwd, env, root: repositoryRoot(cwd, ports) });
  if (!source.ok) return source;
  const { part, selector } = selection.value;
  if (selector && isDelegated(rendering.resources)) return failure(selectorOfDelegated);
  const isSelected = tenantFilter(rendering, selector);
  const whole = rendering.objects.filter(({ tenant }) => isSelected(tenant));
  if (whole.length === 0) return failure(emptySelection(rendering, selection.value, isSelected));
  if (part && !whole.some(isProject)) return failure(withoutProject(rendering.resources));
  const objects = part ? whole.filter(isIn(part, rendering)) : whole;
  const selected = { selection: selection.value, isSelected, rendering, objects };
  const removal = checkRemoval(parameters.value, selected, cwd, ports);
  if (!removal.ok) return removal;
  const print = jsonPrinter();
  return success(objects.map(({ text }) => print(text)).join(''));
}

/** A selector matches labels of all resources, and a label must not move a tenant to another project or cluster. */
const selectorOfDelegated =
  'with directoryPerTenant, tenants write the labels that the parameter selector matches; replace selector with tenant and directory, or with shard';

function isIn(part: DeploymentPart, { workloads }: Rendering): (manifest: Manifest) => boolean {
  return (manifest) => workloads.has(manifest) === (part === 'workloads');
}

/** Without the AppProject, Argo CD would apply the workloads without limits. */
function isProject({ id, origin }: Manifest): boolean {
  return id.kind === 'AppProject' && origin === undefined;
}

function withoutProject(resources: Rendering['resources']): string {
  return isDelegated(resources)
    ? 'the Platform has no spec.argocd, so nothing limits the workloads; set spec.argocd, or remove the parameter `part`'
    : 'all authors are trusted, so leasehold renders no AppProject to limit the workloads; set spec.directoryPerTenant and spec.argocd of the Platform without spec.trustTenantDirectories, or remove the parameter `part`';
}

function tenantFilter({ resources }: Rendering, selector: TenantSelector | undefined): (tenant: string) => boolean {
  if (!selector) return () => true;
  const labels = new Map([[platformTenant, new Map<string, Set<string>>()]]);
  for (const { tenant: owner, body } of resources) {
    const tenant = outputTenant(owner);
    const own = labels.get(tenant) ?? new Map<string, Set<string>>();
    labels.set(tenant, own);
    for (const [key, value] of Object.entries(body.metadata.labels ?? {}))
      own.set(key, new Set(own.get(key)).add(String(value)));
  }
  const selected = new Set([...labels].filter(([, own]) => selector(own)).map(([tenant]) => tenant));
  return (tenant) => selected.has(tenant);
}

/** A selection without objects is an error: Argo CD would delete every object of the Application. */
function emptySelection(
  { resources }: Rendering,
  { scope, selector }: Selection,
  isSelected: (tenant: string) => boolean,
): string {
  const why = 'so Argo CD would delete all objects of the Application';
  const isWhole = scope.tenant === undefined && scope.includes === undefined && selector === undefined;
  if (isWhole) return `the files render no objects, ${why}; add a tenant, or delete the Application with its objects`;
  const hasTenant = resources.some(({ tenant }) => isSelected(outputTenant(tenant)));
  const what = hasTenant ? 'the selected tenants render no objects' : 'no tenant is selected';
  return `${what}, ${why}; correct tenant, selector or shard, or delete the Application with its objects`;
}

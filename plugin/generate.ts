import { outputTenant, platformTenant } from '../core/kind/tenant.ts';
import { type Rendering, render } from '../leasehold.ts';
import { jsonPrinter } from '../yaml/json-lines.ts';
import { type Fault, faultOf, fine, type Outcome, refuse } from './fault.ts';
import { readParameters } from './parameters.ts';
import type { Inputs, Ports } from './ports.ts';
import { checkRemoval } from './removal.ts';
import { readSelection } from './selection.ts';
import type { LabelSelector } from './selector.ts';
import { isElsewhere, readTenants } from './tenants-folder.ts';

/** The manifests of one Application: one JSON object a line, which is what Argo CD reads fastest. */
export function generate({ env, cwd }: Inputs, ports: Ports): Outcome<string> {
  const parameters = readParameters(env);
  if (!parameters.ok) return parameters;
  const selection = readSelection(parameters.value);
  if (!selection.ok) return selection;
  if (isElsewhere(cwd, env['ARGOCD_APP_SOURCE_PATH']))
    return refuse('make spec.source.path a directory of the repository: it is a link that leaves it');
  const files = readTenants(cwd, ports, parameters.value.directory);
  if (!files.ok) return files;
  const rendering = render(files.value, selection.value.scope);
  if (!rendering.ok) return { ok: false, fault: faultOf(rendering.problems) };
  const picks = tenantsPicked(rendering, selection.value.selector);
  const objects = rendering.objects.filter(({ tenant }) => picks(tenant));
  if (objects.length === 0) return { ok: false, fault: emptySelection(rendering) };
  const removal = checkRemoval(parameters.value, { selection: selection.value, rendering, objects }, cwd, ports);
  if (!removal.ok) return removal;
  const print = jsonPrinter();
  return fine(objects.map(({ text }) => print(text)).join(''));
}

function tenantsPicked({ resources }: Rendering, selector: LabelSelector | undefined): (tenant: string) => boolean {
  if (!selector) return () => true;
  const labels = new Map([[platformTenant, new Map<string, Set<string>>()]]);
  for (const { tenant: owner, body } of resources) {
    const tenant = outputTenant(owner);
    const own = labels.get(tenant) ?? new Map<string, Set<string>>();
    labels.set(tenant, own);
    for (const [key, value] of Object.entries(body.metadata.labels ?? {}))
      own.set(key, new Set(own.get(key)).add(String(value)));
  }
  const picked = new Set([...labels].filter(([, own]) => selector(own)).map(([tenant]) => tenant));
  return (tenant) => picked.has(tenant);
}

/** Nothing at all is never what an Application is for, and Argo CD would take it for an order to delete. */
function emptySelection({ resources }: Rendering): Fault {
  const what = resources.length === 0 ? 'no tenant is selected' : 'what is selected renders no object';
  return refuse(`correct tenant, selector or shard, or remove the Application: ${what}`).fault;
}

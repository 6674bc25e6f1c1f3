import { platformTenant } from '../core/kind/tenant.ts';
import { shortList } from '../data/short-list.ts';
import { tenantNames } from '../leasehold.ts';
import type { ParameterName } from './parameters.ts';
import type { Invocation, Ports } from './ports.ts';
import { leavesRepository, readTenantFiles } from './tenants-folder.ts';

const shownTenants = 20;

const tooltips: Readonly<Record<ParameterName, string>> = {
  tenant: 'Render this tenant alone.',
  directory:
    "With tenant: its directory, from the application's own, which is the Platform's: ../acme. No other is read.",
  part: 'With tenant: only `isolation` or only `workloads` of it, so that each has an Application and an account.',
  selector: 'Render the tenants whose labels match, as kubectl takes it: tier=gold,region in (eu,us).',
  shard: 'Render a part of all tenants, such as 1/3. A tenant never moves while n stays.',
  previous: 'Inventory of an earlier render in the repository; a render that drops too much of it is refused.',
  'max-removed': 'Percent of the objects in previous that may go without an approval (default: 20).',
};

/**
 * The parameter announcement for Argo CD's UI, as a JSON array. Omits the tenants if the repository has errors, because
 * an error would hide the form.
 */
export function announcement({ env, cwd }: Invocation, ports: Ports): string {
  const isOutside = leavesRepository(cwd, env['ARGOCD_APP_SOURCE_PATH']);
  const choices = choicesText(isOutside ? [] : namesIn(cwd, ports));
  const announced = Object.entries(tooltips).map(([name, tooltip]) => ({
    name,
    title: name,
    tooltip: name === 'tenant' ? `${tooltip}${choices}` : tooltip,
    collectionType: 'string',
  }));
  return `${JSON.stringify(announced)}\n`;
}

function choicesText(names: readonly string[]): string {
  if (names.length === 0) return '';
  return ` There are ${shortList(names, shownTenants)}; ${platformTenant} is what they share.`;
}

function namesIn(cwd: string, ports: Ports): readonly string[] {
  try {
    const files = readTenantFiles(cwd, ports);
    return files.ok ? tenantNames(files.value) : [];
  } catch {
    return [];
  }
}

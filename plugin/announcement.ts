import { platformTenant } from '../core/kind/tenant.ts';
import { shortList } from '../data/short-list.ts';
import { tenantNames } from '../leasehold.ts';
import type { ParameterName } from './parameters.ts';
import type { Invocation, Ports } from './ports.ts';
import { leavesRepository, readTenantFiles } from './tenants-folder.ts';

const shownTenants = 20;

const tooltips: Readonly<Record<ParameterName, string>> = {
  tenant: 'Renders only this tenant.',
  directory:
    "With tenant: reads only the tenant's directory, such as ../acme, and the application's directory, which contains the Platform.",
  part: 'With tenant: renders only its isolation or only its workloads, for two Applications with separate accounts.',
  selector: 'Renders the tenants with matching labels, in the syntax of kubectl: tier=gold,region in (eu,us).',
  shard: 'Renders one part of all tenants, such as 1/3. A tenant stays in its part unless the number of parts changes.',
  previous:
    'Inventory of an earlier render in the repository. A render fails if it removes too many of the objects in the inventory.',
  'max-removed':
    'Percentage of the objects in the previous inventory that can be removed without an approval (default: 20).',
};

/**
 * The parameter announcement for Argo CD's UI, as a JSON array. Omits the tenants if the files cannot be read, because an error
 * would hide the form.
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
  const tenants = names.length === 1 ? 'The only tenant is' : 'The tenants are';
  return ` ${tenants} ${shortList(names, shownTenants)}; ${platformTenant} renders the objects that tenants share.`;
}

function namesIn(cwd: string, ports: Ports): readonly string[] {
  try {
    const files = readTenantFiles(cwd, ports);
    return files.ok ? tenantNames(files.value) : [];
  } catch {
    return [];
  }
}

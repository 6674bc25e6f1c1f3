import { listAt, valueAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptAt, type Ledger, type Verdict } from '../ledger/ledger.ts';
import { setField } from '../ledger/output.ts';
import { addHard, addLimits } from '../tenancy/quota.ts';
import { addTenant, judgeHead, type TenantResources } from '../tenancy/tenant-resources.ts';
import { importClasses, importHosts, importRegistries } from './allowed.ts';
import { fieldsInstead } from './instead.ts';
import { importMetadata } from './metadata.ts';
import { importBindings } from './owners.ts';

/** One Tenant of Capsule as a Tenant and a Quota of MTO; who owns it is added by importOwners. */
export function importTenant(
  source: ExportedObject,
  namespaces: readonly ExportedObject[],
  run: ImportRun,
): TenantResources {
  const resources = addTenant(source.name, run);
  judgeHead(source, resources.tenant, run, 'a Tenant and a Quota of MTO');
  importMetadata(source, resources.tenant, namespaces, run);
  importBindings(source, resources.tenant, run);
  for (const [from, to] of Object.entries(classFields))
    importClasses({ source, from: from.split('.'), to }, resources.tenant, run);
  importHosts(source, resources.tenant, run);
  importRegistries(source, resources.tenant, run);
  importQuota(source, resources, namespaces.length, run);
  for (const [index] of listAt(source.body, ...limitRanges).entries())
    addLimits(resources.quota, source, [...limitRanges, index, 'limits'], run);
  judgeSwitches(source, run.ledger);
  for (const [field, how] of Object.entries(fieldsInstead))
    run.ledger.judge(source, ['spec', field], { fidelity: 'lost', how });
  return resources;
}

const classFields = {
  'spec.storageClasses': 'storageClasses',
  'spec.ingressOptions.allowedClasses': 'ingressClasses',
  'spec.priorityClasses': 'podPriorityClasses',
} as const;

const limitRanges = ['spec', 'limitRanges', 'items'];
const quotas = ['spec', 'resourceQuotas'];

/** A quota for each namespace is one for all that is dealt evenly; scopes are those of the one quota that there is. */
function importQuota(source: ExportedObject, { quota }: TenantResources, namespaces: number, run: ImportRun): void {
  const { ledger } = run;
  const items = listAt(source.body, ...quotas, 'items').map((item, index) => ({
    item,
    path: [...quotas, 'items', index],
  }));
  const scoped = items.filter(({ item }) => scopeFields.some((field) => valueAt(item, field) !== undefined));
  const isMixed = scoped.length > 0 && items.length > 1;
  const how = 'a Quota has scopes for all its amounts; write a Template with this ResourceQuota';
  for (const { path } of isMixed ? scoped : []) ledger.judge(source, path, { fidelity: 'lost', how });
  const kept = isMixed ? items.filter((one) => !scoped.includes(one)) : items;
  const perNamespace = valueAt(source.body, ...quotas, 'scope') === 'Namespace';
  const specs = kept.map(({ path }) => ({ source, path }));
  addHard(quota, specs, run, perNamespace ? BigInt(Math.max(1, namespaces)) : 1n);
  for (const { item, path } of kept) {
    for (const field of scopeFields) {
      const value = valueAt(item, field);
      if (value !== undefined)
        ledger.judge(source, [...path, field], keptAt(setField(quota, ['spec', 'resourcequota', field], value)));
    }
  }
  const scopeHow = perNamespace ? 'the Quota is for all namespaces, and is dealt to them evenly' : 'as every Quota is';
  ledger.judge(source, [...quotas, 'scope'], { fidelity: perNamespace ? 'approximated' : 'exact', how: scopeHow });
}

const scopeFields = ['scopes', 'scopeSelector'];

const switches: Readonly<Record<string, Verdict>> = {
  cordoned: { fidelity: 'lost', how: 'nothing is frozen; protect the file of the Tenant from changes' },
  preventDeletion: {
    fidelity: 'approximated',
    how: 'namespaces and what is in them stay when the file of the Tenant goes',
  },
};

/** What is off is nothing to keep. */
function judgeSwitches(source: ExportedObject, ledger: Ledger): void {
  for (const [field, verdict] of Object.entries(switches)) {
    const isOff = valueAt(source.body, 'spec', field) === false;
    ledger.judge(source, ['spec', field], isOff ? { fidelity: 'cluster', how: 'it is the default' } : verdict);
  }
  const how = 'namespaces are listed by name, with the prefix or without';
  ledger.judge(source, ['spec', 'forceTenantPrefix'], { fidelity: 'exact', how });
}

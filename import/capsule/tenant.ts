import { listAt, valueAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptEntry, type Ledger, type LedgerEntry } from '../ledger/ledger.ts';
import { setField } from '../ledger/output.ts';
import { addHard, addLimits } from '../tenancy/quota.ts';
import { addTenant, recordHead, type TenantResources } from '../tenancy/tenant-resources.ts';
import { importClasses, importHosts, importRegistries } from './allowed.ts';
import { fieldAlternatives } from './alternatives.ts';
import { importMetadata } from './metadata.ts';
import { importBindings } from './owners.ts';

/** Converts a Tenant of Capsule to a Tenant and a Quota of MTO. importOwners adds the owners. */
export function importTenant(
  source: ExportedObject,
  namespaces: readonly ExportedObject[],
  run: ImportRun,
): TenantResources {
  const resources = addTenant(source.name, run);
  recordHead(source, resources.tenant, run, 'a Tenant and a Quota of MTO');
  importMetadata(source, resources.tenant, namespaces, run);
  importBindings(source, resources.tenant, run);
  for (const [from, to] of Object.entries(classFields))
    importClasses({ source, from: from.split('.'), to }, resources.tenant, run);
  importHosts(source, resources.tenant, run);
  importRegistries(source, resources.tenant, run);
  importQuota(source, resources, namespaces.length, run);
  for (const [index] of listAt(source.body, ...limitRanges).entries())
    addLimits(resources.quota, source, [...limitRanges, index, 'limits'], run);
  recordSwitches(source, run.ledger);
  for (const [field, how] of Object.entries(fieldAlternatives))
    run.ledger.record(source, ['spec', field], { fidelity: 'lost', how });
  return resources;
}

const classFields = {
  'spec.storageClasses': 'storageClasses',
  'spec.ingressOptions.allowedClasses': 'ingressClasses',
  'spec.priorityClasses': 'podPriorityClasses',
} as const;

const limitRanges = ['spec', 'limitRanges', 'items'];
const quotas = ['spec', 'resourceQuotas'];

/** Converts quotas per namespace to a Quota for all namespaces that is split evenly. Keeps scopes only of a single quota. */
function importQuota(source: ExportedObject, { quota }: TenantResources, namespaces: number, run: ImportRun): void {
  const { ledger } = run;
  const items = listAt(source.body, ...quotas, 'items').map((item, index) => ({
    item,
    path: [...quotas, 'items', index],
  }));
  const scoped = items.filter(({ item }) => scopeFields.some((field) => valueAt(item, field) !== undefined));
  const isMixed = scoped.length > 0 && items.length > 1;
  const how = 'a Quota has scopes for all its amounts; write a Template with this ResourceQuota';
  for (const { path } of isMixed ? scoped : []) ledger.record(source, path, { fidelity: 'lost', how });
  const kept = isMixed ? items.filter((one) => !scoped.includes(one)) : items;
  const perNamespace = valueAt(source.body, ...quotas, 'scope') === 'Namespace';
  const specs = kept.map(({ path }) => ({ source, path }));
  addHard(quota, specs, run, perNamespace ? BigInt(Math.max(1, namespaces)) : 1n);
  for (const { item, path } of kept) {
    for (const field of scopeFields) {
      const value = valueAt(item, field);
      if (value !== undefined)
        ledger.record(source, [...path, field], keptEntry(setField(quota, ['spec', 'resourcequota', field], value)));
    }
  }
  const scopeHow = perNamespace ? 'the Quota is for all namespaces, and is dealt to them evenly' : 'as every Quota is';
  ledger.record(source, [...quotas, 'scope'], { fidelity: perNamespace ? 'approximated' : 'exact', how: scopeHow });
}

const scopeFields = ['scopes', 'scopeSelector'];

const switches: Readonly<Record<string, LedgerEntry>> = {
  cordoned: { fidelity: 'lost', how: 'nothing is frozen; protect the file of the Tenant from changes' },
  preventDeletion: {
    fidelity: 'approximated',
    how: 'namespaces and what is in them stay when the file of the Tenant goes',
  },
};

/** Records switches. A disabled one is the default. */
function recordSwitches(source: ExportedObject, ledger: Ledger): void {
  for (const [field, entry] of Object.entries(switches)) {
    const isOff = valueAt(source.body, 'spec', field) === false;
    ledger.record(source, ['spec', field], isOff ? { fidelity: 'cluster', how: 'it is the default' } : entry);
  }
  const how = 'namespaces are listed by name, with the prefix or without';
  ledger.record(source, ['spec', 'forceTenantPrefix'], { fidelity: 'exact', how });
}

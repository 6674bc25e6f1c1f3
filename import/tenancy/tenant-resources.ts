import { contracts } from '../../build/contracts.ts';
import { textEntriesAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptEntry } from '../ledger/ledger.ts';
import { type OutputResource, setField } from '../ledger/output.ts';

/** The Tenant and the Quota that replace a tenant of another system. The Quota is empty until an object sets limits. */
export interface TenantResources {
  readonly tenant: OutputResource;
  readonly quota: OutputResource;
}

export function addTenant(name: string, { output }: ImportRun): TenantResources {
  const tenant = output.addResource(`${name}/tenant.yaml`, contracts['mto-tenant'].apiVersion, 'Tenant');
  setField(tenant, ['metadata', 'name'], name);
  setField(tenant, ['spec', 'quota'], name);
  const quota = output.addResource(`${name}/quota.yaml`, contracts['mto-quota'].apiVersion, 'Quota');
  setField(quota, ['metadata', 'name'], name);
  setField(quota, ['spec', 'resourcequota'], {});
  return { tenant, quota };
}

/** Records kind and name of an object that becomes another resource, and keeps its labels and annotations. */
export function recordHead(source: ExportedObject, into: OutputResource, { ledger }: ImportRun, becomes: string): void {
  for (const path of [['apiVersion'], ['kind']]) ledger.record(source, path, { fidelity: 'exact', how: becomes });
  ledger.record(source, ['metadata', 'name'], keptEntry(setField(into, ['metadata', 'name'], source.name)));
  for (const field of ['labels', 'annotations']) {
    for (const [key, value] of textEntriesAt(source.body, 'metadata', field)) {
      const path = ['metadata', field, key];
      if (!ledger.isRecorded(source, path)) ledger.record(source, path, keptEntry(setField(into, path, value)));
    }
  }
}

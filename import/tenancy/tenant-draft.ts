import { contracts } from '../../build/contracts.ts';
import { textEntriesAt } from '../../data/tree.ts';
import { type Draft, put } from '../ledger/draft.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptAt } from '../ledger/ledger.ts';

/** A Tenant that is made of something else, and the Quota that MTO asks of each: empty, until something bounds it. */
export interface TenantDraft {
  readonly tenant: Draft;
  readonly quota: Draft;
}

export function beginTenant(name: string, { shelf }: ImportRun): TenantDraft {
  const tenant = shelf.begin(`${name}/tenant.yaml`, contracts['mto-tenant'].apiVersion, 'Tenant');
  put(tenant, ['metadata', 'name'], name);
  put(tenant, ['spec', 'quota'], name);
  const quota = shelf.begin(`${name}/quota.yaml`, contracts['mto-quota'].apiVersion, 'Quota');
  put(quota, ['metadata', 'name'], name);
  put(quota, ['spec', 'resourcequota'], {});
  return { tenant, quota };
}

/** Judges what an object is and is called, of which something else is made, and keeps its own labels and annotations. */
export function judgeHead(source: ExportedObject, into: Draft, { ledger }: ImportRun, becomes: string): void {
  for (const path of [['apiVersion'], ['kind']]) ledger.judge(source, path, { fidelity: 'exact', how: becomes });
  ledger.judge(source, ['metadata', 'name'], keptAt(put(into, ['metadata', 'name'], source.name)));
  for (const field of ['labels', 'annotations']) {
    for (const [key, value] of textEntriesAt(source.body, 'metadata', field)) {
      const path = ['metadata', field, key];
      if (!ledger.isJudged(source, path)) ledger.judge(source, path, keptAt(put(into, path, value)));
    }
  }
}

import type { TenantRow } from '../../console/model/tenant-rows.ts';
import type { Head } from '../world/head.ts';
import type { CheckedRequest } from './route.ts';

type Rows = readonly TenantRow[];

/** The rows that people may see, cached until the newest commit changes. */
const known = new WeakMap<Head, Map<string, Rows>>();

/** The maximum number of cached lists, one for each person and commit. */
const maxPeople = 1000;

/** The tenants that a person may see by name. Cached, because 10,000 decisions take longer than the rest of a request. */
export function visibleRows(view: Head, { person, may, head }: Pick<CheckedRequest, 'person' | 'may' | 'head'>): Rows {
  const kept = known.get(head) ?? new Map<string, Rows>();
  known.set(head, kept);
  const key = JSON.stringify([view.sha, person]);
  const rows = kept.get(key) ?? view.rows().filter(({ name }) => may('read-names', name));
  if (kept.size >= maxPeople) kept.clear();
  kept.set(key, rows);
  return rows;
}

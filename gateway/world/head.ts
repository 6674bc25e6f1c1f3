import type { TenantRow } from '../../console/model/tenant-rows.ts';
import { once } from '../../data/once.ts';
import type { Members } from '../can/roles.ts';
import type { Summary } from './summary.ts';

/** The parts of a commit that lists and permissions need. */
export interface Head {
  /** The full SHA of the commit. */
  readonly sha: string;
  readonly members: Members;
  /** Every tenant, sorted by name. */
  readonly rows: () => readonly TenantRow[];
}

/** `summary` is first called when the members or rows are read. */
export function headOf(sha: string, summary: () => Summary): Head {
  const access = once(() => new Map(summary().access));
  const groups = once(() => new Map(summary().groups));
  const members = {
    accessOf: (tenant: string) => access().get(tenant),
    groupsOf: (user: string) => groups().get(user) ?? [],
  };
  return { sha, members, rows: () => summary().rows };
}

import type { Snapshot } from '../data/snapshot.ts';
import type { Overview, TenantProblem } from '../model/overview.ts';
import type { TenantRow } from '../model/tenant-rows.ts';
import type { Member } from './member-reader.ts';

type At = string | undefined;

/** A page of the list. Roles that may see only names receive only names. */
interface RowsPage {
  readonly items: readonly (Pick<TenantRow, 'name' | 'kinds'> & Partial<TenantRow>)[];
  readonly next?: string;
}

const nameOnly = { namespaces: undefined, objects: undefined, errors: 0, warnings: 0, ceiling: undefined };

/** The tenants that the person may see. All pages are from the same commit. */
export async function rowsOf({ read }: Member, at: At): Promise<readonly TenantRow[]> {
  const rows: TenantRow[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page: RowsPage = await read('/tenants', { limit: '500', at: cursor === undefined ? at : undefined, cursor });
    for (const row of page.items) rows.push({ ...nameOnly, ...row });
    cursor = page.next;
  }
  return rows;
}

/** The maximum number of tenants whose problems the console shows to a member. */
const maxProblems = 20;

/** The state of the person's tenants, limited to what the person may see. */
export async function overviewOfMember(member: Member, snapshot: Snapshot, at: At): Promise<Overview> {
  const { read } = member;
  const { name, directory, head, editUrl, files } = snapshot;
  const rows = await rowsOf(member, at);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const invalid = rows.filter(({ errors, warnings }) => errors + warnings > 0).slice(0, maxProblems);
  const problems = await Promise.all(
    invalid.map((row) => read<readonly TenantProblem[]>(`/tenants/${encodeURIComponent(row.name)}/problems`, { at })),
  );
  const priced = rows.flatMap(({ ceiling }) => ceiling ?? []);
  const [first] = priced;
  const seesOnlyNames = rows.length > 0 && files.length === 0;
  const isUnknown = rows.length > 0 && rows.every(({ namespaces }) => namespaces === undefined);
  // An error in a file of another tenant also prevents the render of all tenants.
  const ok = rows.every(({ errors }) => errors === 0) && (seesOnlyNames || !isUnknown);
  return {
    ...{ name, directory, head, editUrl, hasUsage: false, ok, problems: problems.flat() },
    counts: {
      tenants: rows.length,
      namespaces: isUnknown || seesOnlyNames ? undefined : sum(rows.map(({ namespaces = [] }) => namespaces.length)),
      objects: isUnknown || seesOnlyNames ? undefined : sum(rows.map(({ objects = 0 }) => objects)),
      files: seesOnlyNames ? undefined : files.length,
      errors: sum(rows.map(({ errors }) => errors)),
      warnings: sum(rows.map(({ warnings }) => warnings)),
      ceiling: first && { amount: sum(priced.map(({ amount }) => amount)), currency: first.currency },
    },
  };
}

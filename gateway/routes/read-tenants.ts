import { schedules } from '../../console/model/hibernation.ts';
import { namespaceRows } from '../../console/model/namespaces.ts';
import { tenantGraph } from '../../console/model/tenant-graph.ts';
import type { TenantRow } from '../../console/model/tenant-rows.ts';
import { type TenantView, tenantView } from '../../console/model/tenant-view.ts';
import { compare } from '../../data/order.ts';
import { fail } from '../response/problem.ts';
import type { Head } from '../world/head.ts';
import { blameOf } from './blame.ts';
import { type Cursor, readCursor, signCursor } from './cursor.ts';
import {
  type Call,
  type CheckedRequest,
  computed,
  inTwoThreads,
  type Result,
  type Route,
  type WorldCall,
} from './route.ts';
import { requiredFiles, visibleFiles } from './tenant-files.ts';
import { visibleProblems } from './visible.ts';
import { visibleRows } from './visible-rows.ts';

const ofTenant = { action: 'read-tenant', target: 'tenant' } as const;

/** Tenants, and the parts of a tenant. */
export const tenantRoutes: readonly Route[] = [
  {
    ...{ method: 'GET', path: '/tenants', id: 'listTenants', query: 'TenantsQuery' },
    summary: 'The tenants in which you have a role, or all tenants if you have a role of the platform',
    access: { action: 'read-names', target: 'anything' },
    ...inTwoThreads({ compute: earlierPage, handle: listTenants }),
  },
  {
    ...{ method: 'GET', path: '/tenants/{tenant}', id: 'getTenant', query: 'AtQuery' },
    summary: 'Everything about a tenant, or only its name and kinds if your role sees only names',
    access: { action: 'read-names', target: 'tenant' },
    ...computed((call) => ({ body: visibleTenant(call) })),
  },
  ...(['documents', 'objects', 'namespaces', 'quota', 'access', 'problems'] as const).map(
    (part): Route => ({
      ...{ method: 'GET', path: `/tenants/{tenant}/${part}`, query: 'AtQuery', access: ofTenant },
      id: `getTenant${part.charAt(0).toUpperCase()}${part.slice(1)}`,
      summary: `The ${part} of a tenant`,
      ...computed((call) => ({ body: viewOfTenant(call)[part] })),
    }),
  ),
  {
    ...{ method: 'GET', path: '/tenants/{tenant}/yaml', id: 'getTenantYaml', query: 'AtQuery', access: ofTenant },
    summary:
      'The files with documents of a tenant, except files that also contain documents of tenants that you cannot see',
    ...computed(yamlOf),
  },
  {
    ...{
      method: 'GET',
      path: '/tenants/{tenant}/history',
      id: 'getTenantHistory',
      query: 'RevisionsQuery',
      access: ofTenant,
    },
    summary: 'The commits that change files of a tenant, newest first',
    ...computed(({ repository, view, parameters, query }) => {
      const files = requiredFiles(view, parameters['tenant'] ?? '');
      return { body: repository.commits(Number(query['limit'] ?? 50), files, view.sha) };
    }),
  },
  {
    ...{ method: 'GET', path: '/tenants/{tenant}/graph', id: 'getTenantGraph', query: 'AtQuery', access: ofTenant },
    summary: 'How the documents of a tenant lead to namespaces and objects',
    ...computed((call) => ({ body: tenantGraph(viewOfTenant(call)) })),
  },
  {
    ...{ method: 'GET', path: '/tenants/{tenant}/blame', id: 'getTenantBlame', query: 'BlameQuery', access: ofTenant },
    summary: 'The commit that last changed each line of a file or rendered object of a tenant',
    ...computed(blameOf),
  },
  {
    ...{
      method: 'GET',
      path: '/tenants/{tenant}/hibernation',
      id: 'getTenantHibernation',
      query: 'AtQuery',
      access: ofTenant,
    },
    summary: 'When namespaces of a tenant sleep',
    ...computed(hibernationOf),
  },
];

function visibleTenant(call: WorldCall): TenantView | TenantName {
  const { view, parameters, may } = call;
  const tenant = parameters['tenant'] ?? '';
  if (may('read-tenant', tenant)) return viewOfTenant(call);
  return nameOnly(view.rows().find(({ name }) => name === tenant) ?? fail(404));
}

function viewOfTenant({ view, parameters, may }: WorldCall): TenantView {
  const tenant = parameters['tenant'] ?? '';
  const found = tenantView(tenant, view.world, view.catalogue()) ?? fail(404);
  return { ...found, problems: visibleProblems(found.problems, view, (name) => may('read-tenant', name)) };
}

function yamlOf({ view, parameters, may }: WorldCall): Result {
  const own = new Set(visibleFiles({ view, parameters, may }));
  const files = view.world.files.flatMap((file) =>
    own.has(file.path) && 'text' in file ? [{ path: file.path, text: file.text }] : [],
  );
  return { body: { commit: view.sha, files } };
}

function hibernationOf({ view, parameters }: WorldCall): Result {
  requiredFiles(view, parameters['tenant'] ?? '');
  const own = new Set(namespaceRows(view.world, parameters['tenant']).map(({ name }) => name));
  const found = schedules(view.world, Date.now(), own).flatMap((schedule) => {
    const namespaces = schedule.namespaces.filter((name) => own.has(name));
    return namespaces.length > 0 ? [{ ...schedule, namespaces }] : [];
  });
  return { body: found };
}

/** Returns a page of the list of tenants. Pages of the newest commit need no files, only the list of its tenants. */
function listTenants(call: Call, compute: () => Promise<Result>): Result | Promise<Result> {
  const { gateway, head, query, commit } = call;
  const cursor = cursorOf(query['cursor'], gateway.secret);
  return (cursor?.commit ?? commit) === head.sha ? pageOf(head, call, gateway.secret) : compute();
}

function earlierPage(call: WorldCall): Result {
  const { views, view, head, query, repository, secret } = call;
  const { commit = view.sha } = cursorOf(query['cursor'], secret) ?? {};
  if (commit !== view.sha && commit !== head.sha && repository.resolve(commit) === undefined)
    fail(400, 'the cursor refers to a commit that the branch no longer contains; request the first page again');
  return pageOf(views.at(commit), call, secret);
}

function cursorOf(text: string | undefined, secret: string): Cursor | undefined {
  return text === undefined ? undefined : (readCursor(text, secret) ?? fail(400, 'the cursor is invalid'));
}

/** A page of the list. All pages are from the same commit. */
function pageOf(view: Head, request: CheckedRequest, secret: string): Result {
  const { query, may } = request;
  const wanted = query['q']?.toLowerCase() ?? '';
  const all = visibleRows(view, request).filter(({ name }) => name.includes(wanted));
  const rows = sorted(all, query['sort'] ?? 'name');
  const [start, limit] = [cursorOf(query['cursor'], secret)?.start ?? 0, Number(query['limit'] ?? 100)];
  const end = start + limit;
  const items = rows.slice(start, end).map((row) => (may('read-tenant', row.name) ? row : nameOnly(row)));
  const next = end < rows.length ? signCursor({ commit: view.sha, start: end }, secret) : undefined;
  return { body: { commit: view.sha, total: rows.length, items, next } };
}

type TenantName = Pick<TenantRow, 'name' | 'kinds'>;

function nameOnly({ name, kinds }: TenantRow): TenantName {
  return { name, kinds };
}

const columns: Readonly<Record<string, (row: TenantRow) => number>> = {
  errors: ({ errors }) => errors,
  objects: ({ objects = 0 }) => objects,
  ceiling: ({ ceiling }) => ceiling?.amount ?? 0,
};

/** Sorts rows that are already sorted by name. */
function sorted(rows: readonly TenantRow[], sort: string): readonly TenantRow[] {
  const [sign, column] = sort.startsWith('-') ? [-1, sort.slice(1)] : [1, sort];
  const amountOf = columns[column];
  if (amountOf === undefined) return sign === 1 ? rows : rows.toReversed();
  return rows.toSorted((a, b) => sign * (amountOf(a) - amountOf(b)) || compare(a.name, b.name));
}

import { costsCsv } from '../../console/app/costs-csv.ts';
import { type BillView, labelIn } from '../../console/model/bill.ts';
import { namespaceRows } from '../../console/model/namespaces.ts';
import { billView, type RecordedTerms } from '../../console/model/recorded-bill.ts';
import type { Basis, Catalogue } from '../../cost/catalogue.ts';
import type { Step } from '../../cost/step.ts';
import { SourceError } from '../../showback/source.ts';
import { can } from '../can/can.ts';
import { timed } from '../limits/limits.ts';
import { textBody } from '../limits/text-body.ts';
import { fail } from '../response/problem.ts';
import type { StoredCosts } from '../store/stored-costs.ts';
import { type Call, type CheckedRequest, inTwoThreads, type Result, type Route, type WorldCall } from './route.ts';

/** Bills for recorded usage or stored costs. */
export const costRoutes: readonly Route[] = [
  {
    ...{ method: 'GET', path: '/costs', id: 'listCosts', query: 'CostsQuery' },
    summary: 'The bill of your tenants or, with a role of the platform, of everything, also as text/csv',
    access: { action: 'read-costs', target: 'anything' },
    ...inTwoThreads({
      compute: (call, isStored: boolean) => costsIn(call, { isStored, grouping: 'tenant', tenants: billedTo(call) }),
      handle: costsOf,
    }),
  },
  {
    ...{ method: 'GET', path: '/tenants/{tenant}/cost', id: 'getTenantCost', query: 'CostsQuery' },
    summary: 'The bill of a tenant, also as text/csv',
    access: { action: 'read-costs', target: 'tenant' },
    ...inTwoThreads({
      compute: (call, isStored: boolean) =>
        costsIn(call, { isStored, grouping: 'namespace', tenants: [existingTenant(call)] }),
      handle: costsOf,
    }),
  },
];

function existingTenant({ parameters, view }: WorldCall): string {
  const { tenant } = parameters;
  return view.rows().find(({ name }) => name === tenant)?.name ?? fail(404);
}

/** What a bill needs from a commit and from the query. */
interface Basics {
  readonly catalogue: Catalogue;
  /** The subject of a line. */
  readonly by: string;
  /** By namespace, the values of the label in `by`. */
  readonly labels: ReadonlyMap<string, string>;
  /** The tenants of the bill; undefined for all costs. */
  readonly tenants: readonly string[] | undefined;
}

interface Wanted {
  /** Whether a database has the costs. Otherwise the recording has them. */
  readonly isStored: boolean;
  readonly grouping: string;
  readonly tenants: readonly string[] | undefined;
}

/** If both are absent, there are no costs or no prices. */
interface Costs {
  readonly bill?: BillView | undefined;
  /** Set if the costs are in the database. */
  readonly basics?: Basics;
}

async function costsIn(call: WorldCall, { isStored, grouping, tenants }: Wanted): Promise<Costs> {
  const { view, query } = call;
  const catalogue = view.catalogue();
  if (catalogue === undefined) return {};
  const { by = grouping } = query;
  const label = labelIn(by);
  const billed = tenants && new Set(tenants);
  const isBilled = (tenant: string) => billed?.has(tenant) ?? true;
  const spaces = label === undefined ? [] : namespaceRows(view.world, isBilled);
  const labels = new Map(spaces.map((row) => [row.name, new Map(row.labels).get(label ?? '') ?? '']));
  const basics = { catalogue, by, labels, tenants };
  if (isStored) return { basics };
  const usage = call.usage();
  if (usage === undefined) return {};
  return { bill: await billView(usage, catalogue, { ...termsOf(basics, query), isBilled }).catch(failForPeriod) };
}

function termsOf({ by, labels }: Basics, query: CheckedRequest['query']): RecordedTerms & { readonly step: Step } {
  const { from = '', to = '', compare, share } = query;
  const labelOf = (namespace: string) => labels.get(namespace) ?? '';
  const step = (query['step'] ?? 'day') as Step;
  return { by, from, to, labelOf, step, sharesIdle: share === 'idle', compares: compare !== undefined };
}

async function costsOf(call: Call, compute: (isStored?: boolean) => Promise<Costs>): Promise<Result | Response> {
  const { costs } = call.gateway;
  const { basics, bill } = await compute(costs !== undefined);
  return resultOf(costs && basics ? await storedBill(costs, basics, call) : bill, call);
}

async function storedBill(costs: StoredCosts, basics: Basics, call: Call): Promise<BillView | undefined> {
  const { query, session, gateway } = call;
  const { catalogue, tenants } = basics;
  const basis = query['basis'] as Basis | undefined;
  const bill = await costs.read(catalogue, { ...termsOf(basics, query), basis, tenants }).catch(failForPeriod);
  return bill && timed(session.subject, gateway.limits, bill);
}

/**
 * The tenants with costs that the person may see; undefined for all costs. Totals and shares then reveal nothing about
 * other tenants.
 */
function billedTo({ person, view, head, may }: WorldCall): readonly string[] | undefined {
  if (can(person, 'read-costs', 'everything', head.members)) return undefined;
  return view.rows().flatMap(({ name }) => (may('read-costs', name) ? [name] : []));
}

/** Fails with 400 if the recording is invalid or the stored costs of the period cannot be billed. */
function failForPeriod(error: unknown): never {
  if (error instanceof SourceError) return fail(400, error.message);
  throw error;
}

function resultOf(bill: BillView | undefined, { request, session, gateway }: Call): Result | Response {
  if (bill === undefined) return { body: { available: false } };
  const accepts = (request.headers.get('accept') ?? '').split(',').map((one) => one.split(';')[0]?.trim());
  if (!accepts.includes('text/csv')) return { body: { available: true, ...bill } };
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="costs.csv"',
    'cache-control': 'private, no-cache',
    vary: 'Accept, Cookie, Authorization',
  };
  return new Response(textBody(costsCsv(bill), gateway.limits.responses.open(session.subject)), { headers });
}

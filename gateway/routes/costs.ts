import { costsCsv } from '../../console/app/costs-csv.ts';
import type { BillView } from '../../console/model/bill.ts';
import { namespaceRows } from '../../console/model/namespaces.ts';
import { billView } from '../../console/model/recorded-bill.ts';
import type { Basis } from '../../cost/catalogue.ts';
import type { Step } from '../../cost/step.ts';
import { SourceError } from '../../showback/source.ts';
import { can } from '../can/can.ts';
import { fail } from '../response/problem.ts';
import type { Call, Result, Route } from './route.ts';

/** Bills of the recorded usage. */
export const costRoutes: readonly Route[] = [
  {
    ...{ method: 'GET', path: '/costs', id: 'listCosts', query: 'CostsQuery' },
    summary: 'The bill for the recorded usage of your tenants, or of all tenants, also as text/csv',
    access: { action: 'read-costs', target: 'anything' },
    handle: async (call) => resultOf(await billOf(call, 'tenant'), call),
  },
  {
    ...{ method: 'GET', path: '/tenants/{tenant}/cost', id: 'getTenantCost', query: 'CostsQuery' },
    summary: 'The bill for the recorded usage of a tenant, also as text/csv',
    access: { action: 'read-costs', target: 'tenant' },
    handle: costOfTenant,
  },
];

async function costOfTenant(call: Call): Promise<Result | Response> {
  const { tenant } = call.parameters;
  if (!call.view.rows().some(({ name }) => name === tenant)) return fail(404);
  return resultOf(await billOf(call, 'namespace', [String(tenant)]), call);
}

/**
 * Undefined without stored or recorded costs, or without prices. Without a role of the platform, the bill contains only costs of
 * the person's tenants, so that its totals and shares state nothing about others.
 */
async function billOf(
  call: Call,
  grouping: string,
  wanted: readonly string[] | undefined = billedTo(call),
): Promise<BillView | undefined> {
  const { gateway, view, query } = call;
  const catalogue = view.catalogue();
  if (catalogue === undefined) return undefined;
  const { by = grouping, from = '', to = '', compare, share } = query;
  const labels = new Map(namespaceRows(view.world).map((row) => [row.name, new Map(row.labels)]));
  const labelOf = (namespace: string, label: string) => labels.get(namespace)?.get(label) ?? '';
  const step = (query['step'] ?? 'day') as Step;
  const terms = { by, from, to, labelOf, step, sharesIdle: share === 'idle', compares: compare !== undefined };
  if (gateway.costs) {
    const basis = query['basis'] as Basis | undefined;
    return gateway.costs.bill(catalogue, { ...terms, basis, tenants: wanted }).catch(failForPeriod);
  }
  const usage = gateway.usage();
  const isBilled = (tenant: string) => wanted === undefined || wanted.includes(tenant);
  return usage === undefined ? undefined : billView(usage, catalogue, { ...terms, isBilled }).catch(failForPeriod);
}

/** The tenants with costs that the person may see; undefined for all costs. */
function billedTo({ gateway, person, view, may }: Call): readonly string[] | undefined {
  const { members } = gateway.views.head();
  if (can(person, 'read-costs', 'everything', members)) return undefined;
  return view.rows().flatMap(({ name }) => (may('read-costs', name) ? [name] : []));
}

/** Responds with an error for a day that does not exist or a period without a recording. */
function failForPeriod(error: unknown): never {
  if (error instanceof SourceError) return fail(400, error.message);
  throw error;
}

function resultOf(bill: BillView | undefined, { request }: Call): Result | Response {
  if (bill === undefined) return { body: { available: false } };
  const accepts = (request.headers.get('accept') ?? '').split(',').map((one) => one.split(';')[0]?.trim());
  if (!accepts.includes('text/csv')) return { body: { available: true, ...bill } };
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="costs.csv"',
    'cache-control': 'private, no-cache',
    vary: 'Accept, Cookie, Authorization',
  };
  return new Response(costsCsv(bill), { headers });
}

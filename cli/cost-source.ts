import type { Catalogue } from '../cost/catalogue.ts';
import { connectionString } from '../database/connection-string.ts';
import { openCost } from '../showback/opencost.ts';
import { prometheus } from '../showback/prometheus.ts';
import type { UsageSource } from '../showback/source.ts';
import type { Arguments } from './arguments.ts';
import type { CostAccess } from './ports.ts';

/**
 * The source of usage: from the options, the catalogue or the environment, in this order. Undefined if none of them
 * specifies a source.
 */
export function sourceFor(args: Arguments, catalogue: Catalogue, costs: CostAccess): UsageSource | undefined {
  const { basis, stateJob, tenantLabel } = catalogue;
  const options = {
    basis,
    tenantLabel,
    fetchJson: costs.fetchWithin(milliseconds(costs, 'FETCH_TIMEOUT_MS', 120_000)),
  };
  const [prometheusUrl, openCostUrl] = [args.text('prometheus'), args.text('opencost')];
  if (prometheusUrl !== undefined) return prometheus({ ...options, stateJob, url: prometheusUrl });
  if (openCostUrl !== undefined) return openCost({ ...options, url: openCostUrl });
  if (catalogue.prometheus !== undefined) return prometheus({ ...options, stateJob, url: catalogue.prometheus });
  const url = catalogue.opencost ?? costs.variable('OPENCOST_CONNECTION_STRING');
  return url === undefined ? undefined : openCost({ ...options, url });
}

/** How to connect to the database. Undefined if the environment does not specify one. */
export function databaseFrom(costs: CostAccess) {
  const found = connectionString((name) => costs.variable(name), 'POSTGRES_CONNECTION_STRING');
  if (found === undefined) return undefined;
  return {
    connectionString: found,
    connectTimeout: milliseconds(costs, 'CONNECT_TIMEOUT_MS', 120_000),
    statementTimeout: milliseconds(costs, 'WRITE_TIMEOUT_MS', 180_000),
  };
}

/** The cluster that rows belong to: several clusters can share a database. */
export function clusterOf(costs: CostAccess): string {
  return costs.variable('CLUSTER_ID') ?? 'default';
}

function milliseconds(costs: CostAccess, name: string, absent: number): number {
  const value = Number(costs.variable(name));
  return Number.isSafeInteger(value) && value > 0 ? value : absent;
}

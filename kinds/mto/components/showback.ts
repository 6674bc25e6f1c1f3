import type { World } from '../../../core/kind/world.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { warnAboutImage } from '../../../core/settings/leasehold-image.ts';
import type { Tree } from '../../../data/tree.ts';
import { variable } from '../../../kubernetes/script-container.ts';
import { render } from '../../finops/cost-job/render.ts';
import { defaultResources } from '../../finops/cost-job/resolve.ts';
import { isActive } from '../../finops/terms/active-book.ts';
import { serverVariables, urlVariable } from './external-database.ts';
import { programPolicy, type Traffic } from './network.ts';
import { connectionVariables, type Postgres, postgresPort } from './postgres.ts';
import { componentWaves } from './site.ts';

/** The jobs that store costs every hour. */
export interface Showback {
  readonly namespace: string;
  /** How the jobs connect to the database and to the OpenCost of the IntegrationConfig, if they read usage there. */
  readonly connections: readonly Tree[];
  /** The URL of the Prometheus server that measures usage. Undefined if OpenCost or a source in the Platform does. */
  readonly prometheus: string | undefined;
  readonly settings: World['settings'];
  readonly reaches: Traffic['reaches'];
}

/** The components that the jobs connect to. */
export interface Endpoints {
  readonly postgres: Postgres | undefined;
  /** The Secret of a database that leasehold does not render. */
  readonly database: string | undefined;
  readonly openCost: string | undefined;
  readonly prometheus: string | undefined;
  /** The port of the pods that measure, if leasehold renders them. */
  readonly port: number | undefined;
}

const path = ['spec', 'components', 'showback'];

/** Returns undefined if files define CostJobs, or after reporting that the namespace has no active PriceBook. */
export function showbackOf(
  namespace: string,
  endpoints: Endpoints,
  world: World,
  report: Report,
): Showback | undefined {
  const { settings } = world;
  if (world.all('finops-cost-job').length > 0 || !hasPrices(namespace, world, report)) return undefined;
  warnAboutImage(settings.showback.image, path, report);
  const measured = settings.showback.opencost !== undefined || settings.showback.prometheus !== undefined;
  const { openCost, prometheus } = measured ? { openCost: undefined, prometheus: undefined } : endpoints;
  const source = openCost === undefined ? [] : [variable('OPENCOST_CONNECTION_STRING', openCost)];
  const connections = [...databaseVariables(endpoints), ...source];
  const isKnown = !measured && endpoints.postgres !== undefined && endpoints.port !== undefined;
  return {
    namespace,
    connections,
    prometheus: openCost === undefined ? prometheus : undefined,
    settings,
    reaches: isKnown ? [postgresPort, endpoints.port] : 'everything',
  };
}

function hasPrices(namespace: string, world: World, report: Report): boolean {
  const active = world.all('finops-price-book').find((book) => isActive(book, world));
  // An invalid PriceBook might be in the namespace. Its error is reported there.
  if (active?.namespace === namespace || !world.isComplete('finops-price-book')) return true;
  const message = active
    ? `no costs are stored: PriceBook ${active.name} is in namespace ${active.namespace}, but the jobs can read only a PriceBook in ${namespace}`
    : 'no costs are stored: no file defines a PriceBook';
  const fix = active
    ? `set metadata.namespace of PriceBook ${active.name} to ${namespace}`
    : `add a PriceBook in namespace ${namespace}`;
  report('ignored-field', path, message, { fix });
  return false;
}

function databaseVariables({ postgres, database }: Endpoints): readonly Tree[] {
  if (postgres) return connectionVariables(postgres);
  return database === undefined
    ? []
    : [urlVariable('POSTGRES_CONNECTION_STRING', database), ...serverVariables(database)];
}

const minute = 60_000;

/** One job stores the cost of usage, and the other stores fees. */
export function showbackObjects({ namespace, connections, prometheus, reaches, settings }: Showback): readonly Emit[] {
  const common = {
    namespace,
    connections,
    prometheus,
    schedule: '0 * * * *',
    timeouts: { connect: 2 * minute, fetch: 2 * minute, write: 3 * minute },
    resources: defaultResources,
    showback: settings.showback,
    flavor: settings.flavor,
    trusted: settings.components.trustedCertificates,
  };
  const jobs = (['usage', 'fees'] as const).flatMap((collects) =>
    render({ ...common, name: `tenant-operator-${collects}`, collects }).map(inLastWave),
  );
  return [programPolicy({ name: 'tenant-operator-showback', app: 'showback' }, namespace, reaches), ...jobs];
}

/** Synced after the database and the programs that measure usage. */
function inLastWave(object: Emit): Emit {
  return { ...object, wave: componentWaves.jobs };
}

import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { warnAboutImage } from '../../../core/settings/leasehold-image.ts';
import type { ShowbackSettings } from '../../../core/settings/showback.ts';
import type { Tree } from '../../../data/tree.ts';
import { secretVariable } from '../../../kubernetes/script-container.ts';
import type { TrustedCertificates } from '../../../kubernetes/trusted-certificates.ts';
import { isActive } from '../terms/active-book.ts';
import { missingCode } from '../terms/references.ts';
import { milliseconds } from './go-duration.ts';
import { namesSource, openCostSecret } from './source.ts';

export type CostJob = Resource<'finops-cost-job'>;
type Spec = CostJob['body']['spec'];

export interface ResolvedJob {
  readonly name: string;
  readonly namespace: string;
  readonly collects: 'usage' | 'fees';
  readonly schedule: string;
  /** In milliseconds. */
  readonly timeouts: { readonly connect: number; readonly fetch: number; readonly write: number };
  readonly resources: Tree;
  readonly showback: ShowbackSettings;
  /** The URL of the Prometheus server that measures usage, if the catalogue specifies no source. */
  readonly prometheus: string | undefined;
  /** How the job connects to the database and, if the catalogue specifies no source, to OpenCost. */
  readonly connections: readonly Tree[];
  readonly flavor: 'kubernetes' | 'openshift';
  readonly trusted: TrustedCertificates | undefined;
}

const second = 1000;
const hour = 3600 * second;

/** The intervals with a schedule. The operator silently runs a job with any other interval daily [sources: finops-6]. */
const schedules: ReadonlyMap<number, readonly [interval: string, schedule: string]> = new Map([
  [60 * second, ['1m', '* * * * *']],
  [300 * second, ['5m', '*/5 * * * *']],
  [hour, ['1h', '0 * * * *']],
  [6 * hour, ['6h', '0 */6 * * *']],
  [12 * hour, ['12h', '0 */12 * * *']],
  [24 * hour, ['24h', '0 0 * * *']],
]);

export const defaultResources = { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '50m', memory: '64Mi' } };

export function resolve(job: CostJob, world: World, report: Report): ResolvedJob | undefined {
  const { name, namespace, body } = job;
  const { spec } = body;
  checkIgnored(spec, report);
  checkName(name, report);
  if (!hasPriceBook(job, world, report)) return undefined;
  const schedule = scheduleOf(spec, report);
  if (schedule === undefined) return undefined;
  warnAboutImage(world.settings.showback.image, ['spec', 'type'], report);
  const duration = (text: string | undefined, absent: string) => milliseconds(text ?? absent);
  return {
    name,
    namespace,
    collects: spec.type === 'SubscriptionChargeCollection' ? 'fees' : 'usage',
    schedule,
    timeouts: {
      connect: duration(spec.databaseInitTimeout, '2m'),
      fetch: duration(spec.openCostFetchTimeout, '2m'),
      write: duration(spec.databaseInsertTimeout, '3m'),
    },
    resources: spec.resources ?? defaultResources,
    showback: world.settings.showback,
    prometheus: undefined,
    connections: connections(world.settings.showback),
    flavor: world.settings.flavor,
    trusted: world.settings.components.trustedCertificates,
  };
}

/**
 * Reads the connection to the database from the Secret that the Platform specifies, by default the operator's. Also reads the
 * address of OpenCost from the operator's Secret, unless the Platform specifies a source of usage.
 */
function connections(showback: ShowbackSettings): readonly Tree[] {
  const { databaseSecret } = showback;
  const database = secretVariable('POSTGRES_CONNECTION_STRING', databaseSecret.name, databaseSecret.key);
  if (namesSource(showback)) return [database];
  return [database, secretVariable('OPENCOST_CONNECTION_STRING', openCostSecret.name, openCostSecret.key)];
}

function scheduleOf({ interval = '24h' }: Spec, report: Report): string | undefined {
  const found = schedules.get(milliseconds(interval));
  if (found) return found[1];
  const choices = [...schedules.values()].map(([text]) => text);
  const message = `interval ${interval} is not supported: the FinOps operator would run the job once a day`;
  report('not-a-choice', ['spec', 'interval'], message, { choices });
  return undefined;
}

/** The name of a CronJob has at most 52 characters. */
function checkName(name: string, report: Report): void {
  if (name.length <= 44 && !name.includes('.')) return;
  const message = `the CronJob would be named ${name}-cronjob: metadata.name can have at most 44 characters and no dots`;
  report(name.includes('.') ? 'bad-format' : 'name-too-long', ['metadata', 'name'], message);
}

/**
 * Returns false and reports a problem if no price book is active. Also reports an active price book in another namespace: the job
 * mounts the catalogue of the price book, and a pod can mount only ConfigMaps of its own namespace. Does not report a price book
 * in a namespace of a tenant, which must move.
 */
function hasPriceBook({ namespace }: CostJob, world: World, report: Report): boolean {
  if (!world.isComplete('finops-price-book')) return true;
  const active = world.all('finops-price-book').find((book) => isActive(book, world));
  if (!active) {
    const message = 'no file defines a PriceBook, so the job would have no prices and is not rendered';
    report(missingCode(world), ['spec'], message, { fix: `add a PriceBook in namespace ${namespace}` });
  } else if (active.namespace !== namespace && world.namespace(active.namespace)?.tenant === undefined) {
    const message = `the active PriceBook ${active.name} is in namespace ${active.namespace}; the job must be in the same namespace`;
    report('mismatch', ['metadata', 'namespace'], message, { fix: `set metadata.namespace to ${active.namespace}` });
  }
  return active !== undefined;
}

const withoutEffect: readonly (readonly [keyof Spec, string])[] = [
  ['databaseViewsRefreshTimeout', 'the database has no views'],
  ['httpClientTimeout', 'openCostFetchTimeout limits requests'],
  ['kubernetesOperationTimeout', 'the job does not use the Kubernetes API'],
  ['sharding', 'the job reads an hour in one query'],
  ['statusUpdateTimeout', 'the job does not write a status'],
];

function checkIgnored(spec: Spec, report: Report): void {
  for (const [field, reason] of withoutEffect)
    if (spec[field] !== undefined) {
      const message = `${field} has no effect: ${reason}`;
      report('ignored-field', ['spec', field], message, { fix: 'remove the field' });
    }
}

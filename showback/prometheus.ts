import type { Basis } from '../cost/catalogue.ts';
import { hour as hourLength, type Instant } from '../cost/instant.ts';
import { addQuantities, type Meter, noQuantities, type Quantities } from '../cost/meters.ts';
import { defaultStateJob, stateOf } from '../cost/promql.ts';
import type { HourUsage, Usage } from '../cost/usage.ts';
import { isMapping, listAt, textAt, textEntriesAt } from '../data/tree.ts';
import { type Ask, controllersOf, tenantsOf } from './ownership.ts';
import { type Query, queriesFor } from './queries.ts';
import { type FetchJson, millionths, type Sample, SourceError, type UsageSource, whole } from './source.ts';

interface Options {
  readonly url: string;
  readonly tenantLabel: string;
  /** The job of kube-state-metrics. */
  readonly stateJob?: string | undefined;
  readonly basis: Basis;
  readonly fetchJson: FetchJson;
}

/** Reads usage from a Prometheus server that scrapes kube-state-metrics and the kubelets. */
export function prometheus({ url, tenantLabel, stateJob = defaultStateJob, basis, fetchJson }: Options): UsageSource {
  const base = url.replace(/\/+$/, '');
  const queries = queriesFor(basis, tenantLabel, stateOf(stateJob));
  const ask = async (query: Query, hour: Instant) => {
    const parameters = new URLSearchParams({ query: queries[query], time: String(hour + hourLength) });
    return samplesIn(await fetchJson(`${base}/api/v1/query?${parameters}`));
  };
  return {
    async readHour(hour) {
      const askHour: Ask = (query) => ask(query, hour);
      const measured = (await askHour('minutes'))[0]?.value ?? 0;
      if (!(measured >= 0))
        throw new SourceError(
          `Prometheus returned ${measured} for the measured minutes of the hour, which is not a number from 0 to 60`,
        );
      const minutes = Math.min(60, Math.round(measured));
      if (minutes === 0) return { hour, minutes, usages: [], capacity: noQuantities };
      const ofKubelets = kubeletMinutes(await askHour('kubeletMinutes'));
      return { hour, minutes: Math.min(minutes, ofKubelets), ...(await usageOf(askHour)) };
    },
  };
}

/**
 * The minutes of the hour that the kubelets measured. At least 1, because kube-state-metrics has measured the requests
 * and volumes of the hour.
 */
function kubeletMinutes([sample]: readonly Sample[]): number {
  const minutes = Math.round(sample?.value ?? 0);
  return minutes >= 1 ? minutes : 1;
}

/** Parses an instant vector. In the JSON text, values are strings, because JSON has no NaN. */
function samplesIn(answer: unknown): readonly Sample[] {
  if (!isMapping(answer) || answer['status'] !== 'success' || textAt(answer, 'data', 'resultType') !== 'vector')
    throw new SourceError(`Prometheus responded with ${JSON.stringify(answer).slice(0, 200)}`);
  const [warning] = listAt(answer, 'warnings');
  if (warning !== undefined)
    throw new SourceError(`the response of Prometheus is incomplete: ${String(warning).slice(0, 200)}`);
  return listAt(answer, 'data', 'result').map((one) => ({
    labels: Object.fromEntries(textEntriesAt(one, 'metric')),
    value: numberIn(one),
  }));
}

/** The values that Prometheus writes for numbers without digits. They are not billed. */
const withoutDigits = new Map([
  ['NaN', Number.NaN],
  ['+Inf', Infinity],
  ['-Inf', -Infinity],
]);

/** Throws for a missing value, which must not count as no usage. */
function numberIn(one: unknown): number {
  const text = textAt(one, 'value', 1);
  const value = withoutDigits.get(text) ?? Number(text);
  if (withoutDigits.has(text) || (text.trim() !== '' && Number.isFinite(value))) return value;
  throw new SourceError(`Prometheus responded with a value that is not a number: ${JSON.stringify(one).slice(0, 200)}`);
}

const scales: readonly (readonly [Query, Meter, number])[] = [
  ['cpu', 'cpuHour', millionths],
  ['gpu', 'gpuHour', millionths],
  ['memory', 'ramGbHour', 1],
  ['volumes', 'pvGbHour', 1],
  ['sent', 'networkGb', 1],
  ['received', 'networkGb', 1],
];

/**
 * Asks in sequence, because concurrent queries could exceed the memory of Prometheus, and keeps only a part of each response
 * before the next query.
 */
async function usageOf(ask: Ask): Promise<Omit<HourUsage, 'hour' | 'minutes'>> {
  const parts = await partsOf(ask);
  const tenants = tenantsOf(await ask('tenants'));
  const controllers = await controllersOf(ask, new Set([...parts.values()].map(podOf)));
  const capacity = capacityOf(await ask('capacity'));
  const usages = [...parts.values()].map(({ claim, ...part }) => {
    const [kind, name] = claim === undefined ? (controllers.get(podOf(part)) ?? ['', '']) : [claimKind, claim];
    return { tenant: tenants.get(part.namespace) ?? '', kind, name, ...part };
  });
  return { usages, capacity, isUnlabeled: usages.length > 0 && tenants.size === 0 };
}

const claimKind = 'PersistentVolumeClaim';

/** What a pod or a claim used. */
interface Part extends Pick<Usage, 'namespace' | 'pod' | 'quantities'> {
  readonly claim: string | undefined;
}

async function partsOf(ask: Ask): Promise<ReadonlyMap<string, Part>> {
  const parts = new Map<string, Part>();
  for (const [query, meter, scale] of scales)
    for (const { labels, value } of await ask(query)) {
      const { namespace = '', pod = '', persistentvolumeclaim: claim } = labels;
      const key = `${namespace}/${claim === undefined ? `Pod/${pod}` : `${claimKind}/${claim}`}`;
      const used = { ...noQuantities, [meter]: whole(value, scale) };
      const quantities = addQuantities(parts.get(key)?.quantities ?? noQuantities, used);
      parts.set(key, { namespace, pod, claim, quantities });
    }
  return parts;
}

/** `namespace/pod` */
function podOf({ namespace, pod }: Pick<Part, 'namespace' | 'pod'>): string {
  return `${namespace}/${pod}`;
}

function capacityOf(samples: readonly Sample[]): Quantities {
  const of = (resource: string) => samples.find(({ labels }) => labels['resource'] === resource)?.value ?? 0;
  return {
    ...noQuantities,
    cpuHour: whole(of('cpu'), millionths),
    gpuHour: whole(of('nvidia_com_gpu'), millionths),
    ramGbHour: whole(of('memory')),
  };
}

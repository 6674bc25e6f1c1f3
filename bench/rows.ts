import { median, ratio, type Samples } from './measure/samples.ts';
import type { Scale } from './measure/scale.ts';
import type { Peers } from './peers/peers.ts';
import { count, milliseconds, type Row, seconds, type Target } from './table.ts';

/** The limits of leasehold. Times in milliseconds, memory in MiB. */
const targets = {
  largest: { floors: 3, time: 5000, memory: 500 },
  thousand: { time: 1000 },
  growth: 11,
  coldStart: { memory: 120 },
  helm: 200,
  // A target of 200 would allow 0.15 ms for each tenant: kustomize starts in 30 ms, and Helm in 47 ms.
  kustomize: 100,
  cdk8s: 10,
} as const;
const largest = 10_000;

export function scaleRow(scale: Scale): Row {
  const { workload, tenants, objects, product, floor, peak } = scale;
  const rate = tenants / (median(product) / 1000);
  const target = scaleTarget(scale);
  return {
    what: `${count(tenants)} ${workload.label}, ${count(objects)} objects`,
    product: `${seconds(product)}, ${count(rate)} tenants/s`,
    reference: `floor ${seconds(floor)}`,
    ratio: `${ratio(product, floor).toFixed(1)}×`,
    peak: `${count(peak)} MiB`,
    ...(target ? { target } : {}),
  };
}

function scaleTarget({ tenants, product, floor, peak }: Scale): Target | undefined {
  const time = median(product);
  if (tenants === 1000) return { text: `${targets.thousand.time / 1000} s`, met: time <= targets.thousand.time };
  if (tenants !== largest) return undefined;
  const { floors, time: most, memory } = targets.largest;
  const fast = ratio(product, floor) <= floors || time <= most;
  return { text: `${floors}× or ${most / 1000} s, ${memory} MiB`, met: fast && peak < memory };
}

/** A typical CI run: every file is read, rendered and compared, and none is written. */
export function unchangedRow(samples: Samples): Row {
  const rate = largest / (median(samples) / 1000);
  return {
    what: `${count(largest)} tenants again, nothing changed`,
    product: `${seconds(samples)}, ${count(rate)} tenants/s`,
    reference: '',
    ratio: '',
  };
}

/** Ten times as many tenants. The time of a render of one tenant is subtracted from both. */
export function growthRow(scales: readonly Scale[]): Row {
  const [one, small, large] = [1, 1000, largest].map((size) => scales.find(({ tenants }) => tenants === size));
  if (!one || !small || !large) throw new Error('growth needs repositories of 1, 1,000 and 10,000 tenants');
  const above = (scale: Scale) => median(scale.product) - median(one.product);
  const growth = above(large) / above(small);
  return {
    what: 'Ten times the tenants, excluding start-up',
    product: `10,000: ${count(above(large))} ms above a render of one`,
    reference: `1,000: ${count(above(small))} ms above a render of one`,
    ratio: `${growth.toFixed(1)}×`,
    target: { text: `${targets.growth}×`, met: growth <= targets.growth },
  };
}

export interface ColdStart {
  /** A repository of one tenant. */
  readonly alone: Samples;
  /** One tenant of a large repository. */
  readonly ofMany: Samples;
  readonly node: Samples;
  /** Node.js that only reads the files of the large repository. */
  readonly reading: Samples;
  /** MiB, for one tenant of many. */
  readonly peak: number;
}

export function coldStartRows({ alone, ofMany, node, reading, peak }: ColdStart): readonly Row[] {
  const row = (what: string, samples: Samples, under: Samples) => ({
    what,
    product: milliseconds(samples),
    ratio: `${ratio(samples, under).toFixed(1)}×`,
  });
  const bare = `\`node -e 0\` ${milliseconds(node)}`;
  const read = `Node reading the same files ${milliseconds(reading)}`;
  const ofLargest = `One tenant of ${count(largest)}, to stdout`;
  const { memory } = targets.coldStart;
  const target = { text: `${memory} MiB`, met: peak < memory };
  return [
    { ...row('The only tenant, to stdout', alone, node), reference: bare },
    { ...row(ofLargest, ofMany, node), reference: bare, peak: `${count(peak)} MiB`, target },
    { ...row(ofLargest, ofMany, reading), reference: read },
  ];
}

/** Tools that start once for each tenant are compared with one leasehold process for 10,000 tenants. */
export function peerRows(peers: Peers): readonly Row[] {
  const each = peers.large.map((ms) => ms / largest);
  const few = peers.product.map((ms) => ms / peers.tenants);
  const perTenant = (samples: Samples) => samples.map((ms) => ms / peers.tenants);
  const objects = `${peers.objects} objects a tenant`;
  const together = `${objects}, ${count(peers.tenants)} tenants in one process`;
  return [
    peerRow(`\`helm template\`, ${objects}`, [each, peers.helm], targets.helm),
    peerRow(`\`kustomize build\`, ${objects}`, [each, peers.kustomize], targets.kustomize),
    peerRow(`cdk8s, ${together}`, [few, perTenant(peers.cdk8s)], targets.cdk8s),
    peerRow(`\`helm template\` of a loop, ${together}`, [few, perTenant(peers.helmLoop)]),
  ];
}

function peerRow(what: string, [own, peer]: readonly [Samples, Samples], target?: number): Row {
  const times = ratio(peer, own);
  return {
    what,
    product: `${milliseconds(own)} a tenant`,
    reference: `${milliseconds(peer)} a tenant`,
    ratio: `${times < 10 ? times.toFixed(1) : count(times)}× faster`,
    ...(target === undefined ? {} : { target: { text: `${target}× faster`, met: times >= target } }),
  };
}

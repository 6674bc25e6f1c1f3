import type { Peers } from './peers/peers.ts';
import { median, ratio, type Samples } from './samples.ts';
import type { Scale } from './scale.ts';
import { count, milliseconds, type Row, seconds } from './table.ts';

/** What the product must hold. Times in milliseconds, memory in MiB. */
const aims = { floors: 3, time: 5000, memory: 500, growth: 11, helm: 200, kustomize: 200, cdk8s: 10 } as const;
const largest = 10_000;

export function scaleRow({ workload, tenants, objects, product, floor, peak }: Scale): Row {
  const floors = ratio(product, floor);
  const fast = floors <= aims.floors || median(product) <= aims.time;
  const rate = tenants / (median(product) / 1000);
  const aim = {
    text: `${aims.floors}× or ${aims.time / 1000} s, ${aims.memory} MiB`,
    met: fast && peak < aims.memory,
  };
  return {
    what: `${count(tenants)} ${workload.label}, ${count(objects)} objects`,
    product: `${seconds(product)}, ${count(rate)} tenants/s`,
    reference: `floor ${seconds(floor)}`,
    ratio: `${floors.toFixed(1)}×`,
    peak: `${count(peak)} MiB`,
    ...(tenants === largest ? { aim } : {}),
  };
}

/** Ten times the tenants, without what any render costs: that of one tenant is taken off both. */
export function growthRow(scales: readonly Scale[]): Row {
  const [one, small, large] = [1, 1000, largest].map((size) => scales.find(({ tenants }) => tenants === size));
  if (!one || !small || !large) throw new Error('growth needs repositories of 1, 1,000 and 10,000 tenants');
  const above = (scale: Scale) => median(scale.product) - median(one.product);
  const growth = above(large) / above(small);
  return {
    what: 'Ten times the tenants, start-up apart',
    product: `10,000: ${count(above(large))} ms above a render of one`,
    reference: `1,000: ${count(above(small))} ms above a render of one`,
    ratio: `${growth.toFixed(1)}×`,
    aim: { text: `${aims.growth}×`, met: growth <= aims.growth },
  };
}

export function oneTenantRow(one: Samples, { node, alone }: { readonly node: Samples; readonly alone: boolean }): Row {
  return {
    what: 'One tenant of 10,000, to stdout',
    product: milliseconds(one),
    reference: `\`node -e 0\` ${milliseconds(node)}`,
    ratio: `${ratio(one, node).toFixed(1)}×`,
    aim: { text: 'that tenant alone', met: alone },
  };
}

/** Peers that are started once a tenant are held against 10,000 tenants in one process, as each is used. */
export function peerRows(peers: Peers): readonly Row[] {
  const each = peers.large.map((ms) => ms / largest);
  const few = peers.product.map((ms) => ms / peers.tenants);
  const perTenant = (samples: Samples) => samples.map((ms) => ms / peers.tenants);
  const objects = `${peers.objects} objects a tenant`;
  const together = `${objects}, ${count(peers.tenants)} tenants in one process`;
  return [
    peerRow(`\`helm template\`, ${objects}`, [each, peers.helm], aims.helm),
    peerRow(`\`kustomize build\`, ${objects}`, [each, peers.kustomize], aims.kustomize),
    peerRow(`cdk8s, ${together}`, [few, perTenant(peers.cdk8s)], aims.cdk8s),
    peerRow(`\`helm template\` of a loop, ${together}`, [few, perTenant(peers.helmLoop)]),
  ];
}

function peerRow(what: string, [own, peer]: readonly [Samples, Samples], aim?: number): Row {
  const times = ratio(peer, own);
  return {
    what,
    product: `${milliseconds(own)} a tenant`,
    reference: `${milliseconds(peer)} a tenant`,
    ratio: `${times < 10 ? times.toFixed(1) : count(times)}× faster`,
    ...(aim === undefined ? {} : { aim: { text: `${aim}× faster`, met: times >= aim } }),
  };
}

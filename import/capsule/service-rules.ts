import type { AdmissionRequest } from '../../admission/request.ts';
import { leavesOf } from '../../data/leaves.ts';
import { isMapping, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { addressIn, parseCidr } from '../../kubernetes/cidr.ts';
import type { SourceFact } from '../effect/fact.ts';
import { type CapsuleTenant, fields, inAll } from './scope.ts';

const base = ['spec', 'serviceOptions'];

/** The types of Services with the fields that forbid them. */
const typeFields = { ExternalName: 'externalName', LoadBalancer: 'loadBalancer', NodePort: 'nodePort' } as const;

/** The rules for types and external addresses of Services [sources: capsule-6]. */
export function serviceFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source } = tenant;
  const options = valueAt(source.body, ...base);
  const denied = Object.entries(typeFields).filter(([, field]) => valueAt(options, 'allowedServices', field) === false);
  const addresses = isMapping(valueAt(options, 'externalIPs')) ? textsAt(options, 'externalIPs', 'allowed') : undefined;
  if (denied.length === 0 && addresses === undefined) return [];
  const types = Object.keys(typeFields).filter((type) => !denied.some(([one]) => one === type));
  const from = [
    ...denied.map(([, field]) => [...base, 'allowedServices', field]),
    ...leavesOf(valueAt(options, 'externalIPs'), [...base, 'externalIPs']).map(({ path }) => path),
  ];
  return inAll(tenant, (namespace) => ({
    aspect: 'rule',
    namespace,
    rule: 'Services',
    value: { types, ...(addresses ? { addresses: addresses.flatMap(singleAddress) } : {}) },
    from: fields(source, ...from),
    rejects: (request) => isRejected(request, { types, addresses }),
    examples: addresses ?? [],
  }));
}

interface AllowedServices {
  readonly types: readonly string[];
  /** Undefined if every address is allowed. */
  readonly addresses: readonly string[] | undefined;
}

/** Simulates Capsule's webhook, which treats every address without a prefix length as /32, even for IPv6. */
function isRejected({ group, resource, object }: AdmissionRequest, { types, addresses }: AllowedServices): boolean {
  if (group !== '' || resource !== 'services') return false;
  const type = textAt(object, 'spec', 'type') || 'ClusterIP';
  const networks = (addresses ?? []).flatMap((text) => parseCidr(text.includes('/') ? text : `${text}/32`) ?? []);
  const isForeign = (address: string) => addresses && !networks.some((network) => addressIn(address, network));
  return (type !== 'ClusterIP' && !types.includes(type)) || textsAt(object, 'spec', 'externalIPs').some(isForeign);
}

/**
 * The address of an IPv4 network with a single address. Empty for IPv6 and for larger networks, because the list can contain only
 * single IPv4 addresses.
 */
function singleAddress(text: string): readonly string[] {
  return /^[0-9.]+(?:\/32)?$/.test(text) ? [text.replace('/32', '')] : [];
}

import { asText } from '../../data/as-text.ts';
import { isPresent, type SensitiveField } from './sensitive-field.ts';

const isAnyHost = (value: unknown) => asText(value ?? '') === '' || asText(value).startsWith('*');
const isEmpty = (list: unknown) => !Array.isArray(list) || list.length === 0;

/** A host of an Istio Gateway, without the namespace of its routes. */
const hostOf = (value: unknown) => asText(value ?? '').replace(/^[^/]*\//, '');

const routes = ['HTTPRoute', 'GRPCRoute', 'TLSRoute'];

/** Fields with which an object serves all hosts, or all hosts of a domain. */
export const anyHostFields: readonly Omit<SensitiveField, 'risk'>[] = [
  {
    kinds: ['Ingress'],
    path: ['spec', 'rules', '*', 'host'],
    isSensitive: isAnyHost,
    why: (host) => `the Ingress receives the requests for ${hostsText(asText(host ?? ''))}`,
  },
  {
    kinds: ['Ingress'],
    path: ['spec', 'defaultBackend'],
    isSensitive: isPresent,
    why: () => 'the Ingress receives the requests for hosts that no other Ingress has',
  },
  {
    kinds: routes,
    path: ['spec', 'hostnames', '*'],
    isSensitive: isAnyHost,
    why: (host) => `the route receives the requests for ${hostsText(asText(host))}`,
  },
  {
    kinds: routes,
    path: ['spec', 'hostnames'],
    isSensitive: isEmpty,
    why: () => 'the route receives the requests for every host of its Gateways',
  },
  {
    kinds: ['VirtualService'],
    path: ['spec', 'hosts', '*'],
    isSensitive: isAnyHost,
    why: (host) => `the route receives the requests for ${hostsText(asText(host))}`,
  },
  {
    kinds: ['Gateway', 'ListenerSet', 'XListenerSet'],
    path: ['spec', 'listeners', '*', 'hostname'],
    isSensitive: isAnyHost,
    why: (host) => `the Gateway receives the requests for ${hostsText(asText(host ?? ''))}`,
  },
  {
    kinds: ['Gateway'],
    path: ['spec', 'servers', '*', 'hosts', '*'],
    isSensitive: (host) => isAnyHost(hostOf(host)),
    why: (host) => `the Gateway receives the requests for ${hostsText(hostOf(host))}`,
  },
  {
    kinds: ['Certificate'],
    path: ['spec', 'dnsNames', '*'],
    isSensitive: (host) => asText(host).startsWith('*'),
    why: (host) => `the Certificate is valid for ${hostsText(asText(host))}`,
  },
  {
    kinds: ['HTTPProxy'],
    path: ['spec', 'virtualhost', 'fqdn'],
    isSensitive: (host) => asText(host).startsWith('*'),
    why: (host) => `the proxy receives the requests for ${hostsText(asText(host))}`,
  },
  {
    kinds: ['Route'],
    path: ['spec', 'wildcardPolicy'],
    isSensitive: (policy) => policy === 'Subdomain',
    why: () => 'the Route receives the requests for every host of its domain',
  },
];

function hostsText(host: string): string {
  return host === '' || host === '*' ? 'every host' : `every host of ${host}`;
}

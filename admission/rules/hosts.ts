import { type Tree, textEntriesAt, valueAt } from '../../data/tree.ts';
import { compileRe2, type Re2 } from '../../kubernetes/re2.ts';
import { annotationList, celOfSuffixes, flattened, hasAnnotation } from '../cel.ts';
import { authoritiesOf, celOfAuthorities } from '../certificate-authorities.ts';
import { differs } from '../changed-fields.ts';
import { dnsAnnotation } from '../dns-annotations.ts';
import { hostFields, otherThanHost } from '../host-fields.ts';
import { limited, type Maximum } from '../maximum.ts';
import { keys } from '../metadata-keys.ts';
import { suffixesOf } from '../parts.ts';
import { celOfProxyAnnotations, proxyAnnotationsOf } from '../proxy-annotations.ts';
import { celOfProxyPaths, proxyPathsOf } from '../proxy-paths.ts';
import { type AdmissionRequest, listIn } from '../request.ts';
import { listOf, type Rule, type Target, writes } from '../rule.ts';

const isLimited = `(${hasAnnotation(keys.hosts)} || ${hasAnnotation(keys.hostPatterns)})`;

const celOfFields = (object: string) =>
  hostFields
    .map(({ group, resource, cel }) => `(variables.resource == '${resource}.${group}' ? ${cel(object)} : [])`)
    .join('\n  + ');

const annotated = (object: string) => `${object}.metadata.?annotations.orValue({})
  .map(k, k.matches('${dnsAnnotation.source.replaceAll('\\/', '/').replaceAll('\\', '\\\\')}') ? ${object}.metadata.annotations[k].split(',') : [])`;

const hostsIn = (object: string) =>
  flattened(`(${celOfFields(object)}
  + ${annotated(object)})
  .map(list, list.map(h, h.trim() == '' ? '(none)' : h.trim().lowerAscii()))`);

const isHost = `!h.matches('${otherThanHost.source}')`;

/** A pattern for subjects and URIs of Certificates contains one of these characters. */
const subjectOrUri = /[=/]/;

/**
 * An item that starts with a dot does not allow subjects, URIs or lists of names in Certificates. Only an equal item or a
 * pattern that contains `=` or `/` does.
 */
const isAllowed = `h in variables.names || (${isHost} && ${celOfSuffixes('.', 'h')}.exists(d, '.' + d in variables.names))
    || variables.patterns.exists(p, (${isHost} || p.matches('${subjectOrUri.source}')) && h.matches('^(?:' + p + ')$'))`;

const groups = [...new Set(hostFields.map(({ group }) => group))];

const targets: readonly Target[] = [
  { group: '', resources: ['pods', 'services'], operations: writes },
  { group: 'gateway.networking.k8s.io', resources: ['tcproutes', 'udproutes'], operations: writes },
  ...groups.map((group) => ({
    group,
    resources: hostFields.filter((field) => field.group === group).map(({ resource }) => resource),
    operations: writes,
  })),
];

const maximum: Maximum = {
  what: 'hosts',
  count: 1000,
  cel: (object) => `${listOf('hosts', object)}.size()`,
  find: (object, request) => hostsOf(object, request).length,
  fields: [['spec'], ['metadata', 'annotations']],
};

/** For pods, Services, TCPRoutes and UDPRoutes, the rule checks only annotations. */
export const hosts: Rule = {
  id: 'hosts',
  about:
    'Hosts in Ingresses, OpenShift Routes, Gateways, ListenerSets, routes of the Gateway API, Istio and Contour, Certificates, and objects and annotations of external-dns. Also annotations, paths and default backends that could serve other hosts, and certificate authorities. An item that starts with a dot allows every host below it.',
  targets,
  scope: 'tenants',
  exempts: 'administrators',
  lists: { hosts: hostsIn },
  variables: {
    resource: "request.resource.resource + '.' + request.resource.group",
    names: annotationList(keys.hosts),
    patterns: annotationList(keys.hostPatterns),
  },
  clauses: limited(maximum, [
    {
      message: `hosts that neither ${keys.hosts} nor ${keys.hostPatterns} allows`,
      cel: (object) => `!${isLimited} ? [] : ${listOf('hosts', object)}.filter(h, !(${isAllowed}))`,
      find: (object, request) => {
        const allows = limits(request) ? allowedHosts(request) : () => true;
        return hostsOf(object, request).filter((host) => !allows(host));
      },
    },
    {
      message: `hosts with a wildcard, which ${keys.denyWildcards} forbids`,
      cel: (object) =>
        `!${hasAnnotation(keys.denyWildcards)} ? [] : ${listOf('hosts', object)}.filter(h, h.startsWith('*'))`,
      find: (object, request) =>
        listIn(request, keys.denyWildcards) ? hostsOf(object, request).filter((host) => host.startsWith('*')) : [],
    },
    {
      message: 'a default backend, which answers for every host',
      cel: (object) => `${isLimited} && has(${object}.spec.defaultBackend) ? ['spec.defaultBackend'] : []`,
      find: (object, request) =>
        limits(request) && valueAt(object, 'spec', 'defaultBackend') ? ['spec.defaultBackend'] : [],
      changes: {
        cel: 'object.spec.defaultBackend != oldObject.spec.defaultBackend',
        test: (_, request) => differs(request, 'spec', 'defaultBackend'),
      },
    },
    {
      message: 'annotations that add hosts or configuration to a proxy, or copy requests',
      cel: (object) => `${isLimited} ? ${celOfProxyAnnotations(object)} : []`,
      find: (object, request) => (limits(request) ? proxyAnnotationsOf(object) : []),
      changes: {
        cel: 'object.metadata.annotations[value] != oldObject.metadata.annotations[value]',
        test: (key, request) => differs(request, 'metadata', 'annotations', key),
      },
    },
    {
      message: 'paths that a proxy could read as configuration',
      cel: (object) => `${isLimited} ? ${celOfProxyPaths(object)} : []`,
      find: (object, request) => (limits(request) ? proxyPathsOf(object) : []),
    },
    {
      message: 'a certificate authority of an issuer outside the namespace, which could certify every host',
      cel: (object) => `${isLimited} ? ${celOfAuthorities(object)} : []`,
      find: (object, request) => (limits(request) ? authoritiesOf(object) : []),
      changes: { cel: 'object.spec != oldObject.spec', test: (_, request) => differs(request, 'spec') },
    },
  ]),
};

function limits(request: AdmissionRequest): boolean {
  return (listIn(request, keys.hosts) ?? listIn(request, keys.hostPatterns)) !== undefined;
}

function hostsOf(object: Tree, request: AdmissionRequest): readonly string[] {
  const field = hostFields.find(({ group, resource }) => request.group === group && request.resource === resource);
  const entries = textEntriesAt(object, 'metadata', 'annotations').filter(([key]) => dnsAnnotation.test(key));
  const fromFields = (field?.places(object) ?? []).map(({ host }) => host);
  const all = [...fromFields, ...entries.flatMap(([, value]) => value.split(','))];
  return all.map((host) => host.trim().toLowerCase() || '(none)');
}

type AllowsHost = (host: string) => boolean;

/** By namespace, because a simulation evaluates many objects in each namespace. */
const cache = new WeakMap<Tree, AllowsHost>();

function allowedHosts(request: AdmissionRequest): AllowsHost {
  const { namespaceObject } = request;
  const allows = (namespaceObject && cache.get(namespaceObject)) ?? readAllowedHosts(request);
  if (namespaceObject) cache.set(namespaceObject, allows);
  return allows;
}

function readAllowedHosts(request: AdmissionRequest): AllowsHost {
  const names = new Set(listIn(request, keys.hosts));
  const patterns = (listIn(request, keys.hostPatterns) ?? []).filter((pattern) => pattern !== '').flatMap(compiled);
  const patternsOfSubjects = patterns.filter(({ pattern }) => subjectOrUri.test(pattern));
  return (host) =>
    names.has(host) ||
    (!otherThanHost.test(host) && suffixesOf('.', host).some((domain) => names.has(`.${domain}`))) ||
    (otherThanHost.test(host) ? patternsOfSubjects : patterns).some(({ re2 }) => re2.test(host));
}

interface HostPattern {
  readonly pattern: string;
  readonly re2: Re2;
}

function compiled(pattern: string): readonly HostPattern[] {
  const result = compileRe2(`^(?:${pattern})$`);
  return 're2' in result ? [{ pattern, re2: result.re2 }] : [];
}

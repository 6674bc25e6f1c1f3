import { annotatedHosts } from '../../../admission/dns-annotations.ts';
import type { Delegation } from '../../../core/kind/kind.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { Use } from '../../../core/settings/use.ts';
import { asText } from '../../../data/as-text.ts';
import { textsAt } from '../../../data/tree.ts';
import { isPlainPath } from '../../../kubernetes/ingress-paths.ts';
import { podUses } from './pod-uses.ts';
import { backupPrefix } from './resolve/backup.ts';
import { hostsOf, valuesOf } from './resolve/resolve.ts';
import { remoteKeysOf } from './resolve/secrets.ts';
import type { KrytonValues } from './values/values.ts';

const values = ['spec', 'values'];

/**
 * Authors of a tenant's directory can choose the server's settings and, in their own namespaces, its size. Anything that affects
 * other tenants needs a Grant.
 */
export const delegation: Delegation<'kryton'> = {
  byDefault: false,
  free: [
    'spec.version',
    'spec.plugins',
    'spec.backup.schedule',
    'spec.backup.retention',
    'spec.backup.objectStore.credentialsSecretRef',
    'spec.backup.objectStore.prefix',
    ...[
      'strategy.type',
      'imagePullSecrets',
      'nameOverride',
      'fullnameOverride',
      'existingSecret',
      'serviceAccount.create',
      'serviceAccount.name',
      'service.port',
      'service.targetPort',
      'ingress.enabled',
      'ingress.host',
      'ingress.hosts',
      'ingress.tls',
      'persistence.enabled',
      'persistence.accessModes',
      'persistence.existingClaim',
      'persistence.mountPath',
      'persistence.subPath',
      'externalSecrets.enabled',
      'externalSecrets.secretStoreName',
      'externalSecrets.refreshInterval',
      'externalSecrets.remoteKeyPrefix',
      'env',
      'postgresql.enabled',
      'postgresql.auth',
      'postgresql.primary.persistence.enabled',
    ].map((field) => `spec.values.${field}`),
  ],
  freeAmounts: [
    'replicaCount',
    'resources.requests.cpu',
    'resources.requests.memory',
    'resources.limits.cpu',
    'resources.limits.memory',
    'autoscaling',
    'persistence.size',
    'postgresql.primary.persistence.size',
    'postgresql.primary.resources.requests.cpu',
    'postgresql.primary.resources.requests.memory',
    'postgresql.primary.resources.limits.cpu',
    'postgresql.primary.resources.limits.memory',
  ].map((field) => `spec.values.${field}`),
  uses: (resource, settings) => {
    const given = valuesOf(resource);
    return [
      ...nameUses(resource, given),
      ...hostUses(resource, given),
      ...pathUses(resource),
      ...secretUses(given),
      ...folderUses(resource),
      ...podUses(resource, settings.granted(resource.tenant)),
    ];
  },
};

/** Objects in the Kryton's namespace that it refers to or creates. Other tenants can share the namespace. */
function nameUses({ body }: Resource<'kryton'>, given: KrytonValues): readonly Use[] {
  const { existingSecret, persistence, postgresql, serviceAccount, imagePullSecrets, ingress } = given;
  const account = serviceAccount.create ? undefined : serviceAccount.name || 'default';
  const named: readonly (readonly [path: readonly string[], name: string | null | undefined])[] = [
    [[...values, 'existingSecret'], existingSecret],
    [[...values, 'persistence', 'existingClaim'], claimantOf(persistence.existingClaim ?? '')],
    [[...values, 'postgresql', 'auth', 'existingSecret'], postgresql.auth.existingSecret],
    [[...values, 'serviceAccount', 'name'], serviceAccount.name],
    [[...values, 'serviceAccount', 'create'], account],
    [
      ['spec', 'backup', 'objectStore', 'credentialsSecretRef', 'name'],
      body.spec.backup?.objectStore?.credentialsSecretRef?.name,
    ],
    ...(imagePullSecrets ?? []).map((one) => [[...values, 'imagePullSecrets'], nameIn(one)] as const),
    ...(ingress.enabled ? (ingress.tls ?? []) : []).map(
      (one) => [[...values, 'ingress', 'tls'], secretNameIn(one)] as const,
    ),
  ];
  const used = named.flatMap(([path, own]) => (own ? [{ sort: 'object-name', path, name: own } as const] : []));
  return used;
}

/** A claim from the template `data` of a StatefulSet is named `data-<StatefulSet>-<n>`. The tenant that owns it is not `data`. */
function claimantOf(claim: string): string {
  return /^data-(.+)-[0-9]+$/.exec(claim)?.[1] ?? claim;
}

function nameIn(reference: unknown): string {
  return asText((reference as { readonly name?: unknown }).name ?? '');
}

function secretNameIn(entry: unknown): string {
  return asText((entry as { readonly secretName?: unknown }).secretName ?? '');
}

/** The hosts of rules and of certificates, and those in annotations for external-dns. */
function hostUses(resource: Resource<'kryton'>, given: KrytonValues): readonly Use[] {
  const annotations = [
    [['service', 'annotations'], given.service.annotations],
    [['ingress', 'annotations'], given.ingress.annotations],
    [['podAnnotations'], given.podAnnotations],
  ] as const;
  const annotated = annotations.flatMap(([field, map]) =>
    annotatedHosts(map).map(({ key, host }) => ({ sort: 'host', path: [...values, ...field, key], host }) as const),
  );
  return [...annotated, ...ingressHostUses(resource, given)];
}

function ingressHostUses(resource: Resource<'kryton'>, given: KrytonValues): readonly Use[] {
  if (!given.ingress.enabled) return [];
  const certified = (given.ingress.tls ?? []).flatMap((entry) => textsAt(entry, 'hosts'));
  const hosts = [...hostsOf(resource, given).map(({ host }) => host), ...certified];
  return hosts.map((host) => ({ sort: 'host', path: [...values, 'ingress'], host }));
}

/** The keys that the server reads from the store. Without a store, `resolve` reports an error. */
function secretUses(given: KrytonValues): readonly Use[] {
  const { enabled, secretStoreName } = given.externalSecrets;
  if (!enabled || !secretStoreName) return [];
  const path = [...values, 'externalSecrets'];
  const keys = Object.values(remoteKeysOf(given));
  return keys.map((key) => ({ sort: 'secret', path, store: secretStoreName, key }));
}

/** Paths and path types that an Ingress controller could interpret as configuration. */
function pathUses({ body }: Resource<'kryton'>): readonly Use[] {
  const at = [...values, 'ingress', 'hosts'];
  const entries = (body.spec.values?.ingress?.hosts ?? []).flatMap(({ paths }, host) =>
    paths.map((entry, index) => ({ entry, path: [...at, host, 'paths', index] })),
  );
  const field = [...at, 'paths'].join('.');
  return entries.flatMap(({ entry: { path: text, pathType }, path }): readonly Use[] => [
    ...(isPlainPath(text)
      ? []
      : [{ sort: 'field', path: [...path, 'path'], field: `${field}.path`, value: text } as const]),
    ...(pathType === 'ImplementationSpecific'
      ? [{ sort: 'field', path: [...path, 'pathType'], field: `${field}.pathType`, value: pathType } as const]
      : []),
  ]);
}

/** The folder of a backup, including the default. Tenants can share a bucket. */
function folderUses({ body, name }: Resource<'kryton'>): readonly Use[] {
  const { backup } = body.spec;
  if (!backup?.objectStore) return [];
  const path = ['spec', 'backup', 'objectStore', ...(backup.objectStore.prefix === undefined ? [] : ['prefix'])];
  return [{ sort: 'folder', path, folder: backupPrefix(backup, name) }];
}

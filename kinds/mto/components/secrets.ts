import { scripts } from '../../../build/scripts.ts';
import { type Emit, emit, emitInWave } from '../../../core/print/shape.ts';
import type { SecretsFrom } from '../../../core/settings/components.ts';
import { compare } from '../../../data/order.ts';
import { nameSuffix } from '../../../data/sha256.ts';
import { restricted, scriptContainer, variable } from '../../../kubernetes/script-container.ts';
import { apiServerPorts, jobPolicy } from './network.ts';
import { podSecurity, scriptResources } from './pod.ts';
import { componentWaves, metaOf, partOf, type Site, selectorOf } from './site.ts';

/** A Secret with passwords that components need. */
export interface NeededSecret {
  readonly name: string;
  readonly keys: readonly string[];
  /** Keys that other settings need. A Job generates them too, because it cannot add them to an existing Secret. */
  readonly otherKeys?: readonly string[];
  /** Whether the file specifies a Secret. Users then create it, regardless of the Platform. */
  readonly isNamed: boolean;
  /** Whether another program issues its values, so that no Job can generate them. */
  readonly isIssued?: boolean;
}

/** The Secrets, as namespace/name, that users create. */
export function requiredSecrets({ namespace, settings }: Site, needed: readonly NeededSecret[]): readonly string[] {
  const { from } = settings.secrets;
  const isCreatedByUsers = ({ isNamed, isIssued = false }: NeededSecret) =>
    isNamed || from === 'named' || (from === 'job' && isIssued);
  return needed.filter(isCreatedByUsers).map(({ name }) => `${namespace}/${name}`);
}

/** The Secrets, as namespace/name, with the credentials of the object store for backups. */
export function backupSecrets({ namespace, settings }: Site): readonly string[] {
  return settings.backup ? [`${namespace}/${settings.backup.objectStore.credentialsSecretRef.name}`] : [];
}

/** The objects that create the Secrets in the cluster. Git contains only their names. `owner` is unique in the namespace. */
export function secretObjects(site: Site, owner: string, needed: readonly NeededSecret[]): readonly Emit[] {
  const { secrets } = site.settings;
  const own = needed.filter(({ isNamed }) => !isNamed);
  if (secrets.from === 'named') return [];
  if (secrets.from === 'store') return fromStore(site, own, secrets);
  const generated = own.filter(({ isIssued = false }) => !isIssued);
  return generated.length === 0 ? [] : generator(site, `${owner}-secrets`, generated);
}

type Store = Extract<SecretsFrom, { readonly from: 'store' }>;

function fromStore({ namespace }: Site, needed: readonly NeededSecret[], store: Store): readonly Emit[] {
  return needed.map(({ name, keys }) =>
    emit('external-secret', {
      ...metaOf({ name, app: 'secrets' }, namespace),
      storeKind: store.kind,
      storeName: store.name,
      refreshInterval: '1h',
      data: keys.map((key) => ({ remoteRef: { key: `${namespace}/${name}`, property: key }, secretKey: key })),
    }),
  );
}

/**
 * A Job that generates the Secrets that are missing. It can create Secrets, but not read them. Its name contains a digest,
 * because the pods of a Job cannot be changed.
 */
function generator(site: Site, name: string, needed: readonly NeededSecret[]): readonly Emit[] {
  const { namespace, settings } = site;
  const identity = { name, app: 'secrets' };
  const view = metaOf(identity, namespace);
  const list = needed.map((one) => [one.name, ...allKeys(one)].join(' ')).join('\n');
  const podSpec = {
    automountServiceAccountToken: true,
    containers: [container(site, list)],
    restartPolicy: 'OnFailure',
    securityContext: podSecurity(site, 100),
    serviceAccountName: name,
  };
  const digest = nameSuffix(`${list}\n${settings.images.curl}`);
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  return [
    emit('service-account', { ...view, automountServiceAccountToken: false }),
    emit('role', { ...view, rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['create'] }] }),
    emit('role-binding', { ...view, roleKind: 'Role', roleName: name, subjects }),
    jobPolicy(identity, namespace, apiServerPorts),
    emitInWave(componentWaves.secrets, 'job', {
      ...metaOf(identity, namespace, `${name}-${digest}`),
      backoffLimit: 6,
      podMetadata: { labels: { ...selectorOf(identity), ...partOf } },
      podSpec,
    }),
  ];
}

/** The keys that a Job generates. They do not depend on which of the settings are in use. */
function allKeys({ keys, otherKeys = [] }: NeededSecret): readonly string[] {
  return otherKeys.length === 0 ? keys : [...new Set([...keys, ...otherKeys])].toSorted(compare);
}

function container({ namespace, settings }: Site, list: string) {
  const env = [
    variable('API_SERVER', 'https://kubernetes.default.svc'),
    variable('NAMESPACE', namespace),
    variable('SECRETS', list),
  ];
  const script = scripts['mto/components/scripts/create-secrets'];
  const base = scriptContainer('generate', { image: settings.images.curl, shell: '/bin/sh', script, env });
  const securityContext = { ...restricted.container, readOnlyRootFilesystem: true };
  return { ...base, resources: scriptResources, securityContext };
}

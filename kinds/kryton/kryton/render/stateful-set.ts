import type { Tree } from '../../../../data/tree.ts';
import { secretVariable } from '../../../../kubernetes/script-container.ts';
import type { Labels, Views } from '../../../../templates/views.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { omitEmpty } from './omit-empty.ts';

type View = Pick<
  Views['stateful-set'],
  'podMetadata' | 'podSpec' | 'replicas' | 'selector' | 'serviceName' | 'volumeClaimTemplates'
>;

/** One PostgreSQL with pgvector and a volume that outlives it [sources: kryton-7]. */
export function statefulSet(kryton: ResolvedKryton, selector: Labels): View {
  return {
    volumeClaimTemplates: volumeClaimTemplates(kryton),
    podMetadata: { labels: selector },
    podSpec: podSpec(kryton),
    replicas: 1,
    selector,
    serviceName: kryton.names.databaseHeadless,
  };
}

/** The scripts of the first start; undefined if the file removes all of them. */
export function scriptsOf({ values }: ResolvedKryton): Labels | undefined {
  return omitEmpty(values.postgresql.primary.initdb.scripts as Labels | undefined);
}

const user = 1001;
/** Includes the fields that the API server adds, so that a comparison with the live object finds no difference. */
const volumeClaimKind = { apiVersion: 'v1', kind: 'PersistentVolumeClaim' };

function volumeClaimTemplates({ values }: ResolvedKryton): readonly Tree[] {
  const { enabled, size, storageClass } = values.postgresql.primary.persistence;
  const resources = { requests: { storage: size } };
  const storageClassName = storageClass || undefined;
  const spec = { accessModes: ['ReadWriteOnce'], resources, storageClassName, volumeMode: 'Filesystem' };
  return enabled ? [{ ...volumeClaimKind, metadata: { name: 'data' }, spec }] : [];
}

function podSpec(kryton: ResolvedKryton): Tree {
  const { names, values } = kryton;
  const { affinity, nodeSelector, tolerations } = values.postgresql.primary;
  return {
    affinity: omitEmpty(affinity),
    automountServiceAccountToken: false,
    containers: [container(kryton)],
    imagePullSecrets: omitEmpty(values.imagePullSecrets),
    nodeSelector: omitEmpty(nodeSelector),
    securityContext: { fsGroup: user, seccompProfile: { type: 'RuntimeDefault' } },
    serviceAccountName: names.database,
    tolerations: omitEmpty(tolerations),
    volumes: volumes(kryton),
  };
}

function container(kryton: ResolvedKryton): Tree {
  const { image, primary } = kryton.values.postgresql;
  const registry = image.registry ? `${image.registry}/` : '';
  return {
    env: environment(kryton),
    image: `${registry}${image.repository}:${image.tag}`,
    imagePullPolicy: 'IfNotPresent',
    livenessProbe: probe(kryton, 30),
    name: 'postgresql',
    ports: [{ containerPort: 5432, name: 'tcp-postgresql' }],
    readinessProbe: probe(kryton, 5),
    resources: omitEmpty(primary.resources) ?? defaultResources,
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: primary.containerSecurityContext.readOnlyRootFilesystem,
      runAsGroup: user,
      runAsNonRoot: true,
      runAsUser: user,
    },
    volumeMounts: volumeMounts(kryton),
  };
}

const defaultResources = { limits: { cpu: '150m', memory: '192Mi' }, requests: { cpu: '100m', memory: '128Mi' } };

/** POSTGRES_DATABASE is for images of the sub-chart's maker, POSTGRES_DB for the pgvector image, which is another's. */
function environment({ names, values }: ResolvedKryton): readonly Tree[] {
  const { database, username } = values.postgresql.auth;
  return [
    { name: 'PGDATA', value: '/bitnami/postgresql/data' },
    { name: 'POSTGRES_DATABASE', value: database },
    { name: 'POSTGRES_DB', value: database },
    secretVariable('POSTGRES_PASSWORD', names.databaseSecret, 'password'),
    {
      name: 'POSTGRES_POSTGRES_PASSWORD',
      valueFrom: { secretKeyRef: { key: 'postgres-password', name: names.databaseSecret, optional: true } },
    },
    { name: 'POSTGRES_USER', value: username },
  ];
}

/** Run without a shell, so that no name can be taken for a command. */
function probe({ values }: ResolvedKryton, initialDelaySeconds: number): Tree {
  const { database, username } = values.postgresql.auth;
  const command = ['pg_isready', '-U', username, '-d', `dbname=${database}`, '-h', '127.0.0.1', '-p', '5432'];
  return { exec: { command }, failureThreshold: 6, initialDelaySeconds, periodSeconds: 10, timeoutSeconds: 5 };
}

const scratch = [
  { mountPath: '/tmp', name: 'tmp' },
  { mountPath: '/var/run/postgresql', name: 'run' },
  { mountPath: '/dev/shm', name: 'dshm' },
];

function volumeMounts(kryton: ResolvedKryton): readonly Tree[] {
  const scripts = { mountPath: '/docker-entrypoint-initdb.d/', name: 'init-scripts' };
  const data = { mountPath: '/bitnami/postgresql', name: 'data' };
  return [...(scriptsOf(kryton) ? [scripts] : []), data, ...scratch];
}

function volumes(kryton: ResolvedKryton): readonly Tree[] {
  const { names, values } = kryton;
  const scripts = { configMap: { name: names.databaseScripts }, name: 'init-scripts' };
  const { enabled } = values.postgresql.primary.persistence;
  return [
    ...(scriptsOf(kryton) ? [scripts] : []),
    ...(enabled ? [] : [{ emptyDir: {}, name: 'data' }]),
    { emptyDir: {}, name: 'tmp' },
    { emptyDir: {}, name: 'run' },
    { emptyDir: { medium: 'Memory' }, name: 'dshm' },
  ];
}

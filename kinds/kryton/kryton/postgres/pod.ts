import type { Tree } from '../../../../data/tree.ts';
import { restricted } from '../../../../kubernetes/script-container.ts';
import { omitEmpty } from '../render/omit-empty.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { environment } from './environment.ts';
import { imageOf, pullSecretsOf } from './image.ts';
import { exporter } from './metrics.ts';
import { argumentsOf, certificatesPath } from './parameters.ts';
import { probesOf } from './probes.ts';
import { resourcesOf } from './resources.ts';
import { containerSecurityContext, securityContext } from './security.ts';
import { volumeMounts, volumes } from './volumes.ts';

export function podSpec(kryton: ResolvedKryton): Tree {
  const { names, values } = kryton;
  const { primary } = values.postgresql;
  return {
    affinity: omitEmpty(primary.affinity),
    automountServiceAccountToken: primary.automountServiceAccountToken,
    containers: [container(kryton), ...exporter(kryton), ...(primary.sidecars ?? [])],
    hostAliases: omitEmpty(primary.hostAliases),
    hostIPC: primary.hostIPC || undefined,
    hostNetwork: primary.hostNetwork || undefined,
    imagePullSecrets: omitEmpty(pullSecretsOf(kryton)),
    initContainers: omitEmpty([...certificateCopier(kryton), ...(primary.initContainers ?? [])]),
    nodeSelector: omitEmpty(primary.nodeSelector),
    priorityClassName: primary.priorityClassName || undefined,
    schedulerName: primary.schedulerName || undefined,
    securityContext: securityContext(primary.podSecurityContext, kryton),
    serviceAccountName: names.databaseAccount,
    terminationGracePeriodSeconds: Number(primary.terminationGracePeriodSeconds) || undefined,
    tolerations: omitEmpty(primary.tolerations),
    topologySpreadConstraints: omitEmpty(primary.topologySpreadConstraints),
    volumes: volumes(kryton),
  };
}

function container(kryton: ResolvedKryton): Tree {
  const { containerPorts, image, primary } = kryton.values.postgresql;
  const ready = isReady(kryton);
  return {
    args: argumentsOf(kryton),
    command: omitEmpty(primary.command),
    env: environment(kryton),
    envFrom: omitEmpty(variableSources(kryton)),
    image: imageOf(image),
    imagePullPolicy: image.pullPolicy,
    lifecycle: omitEmpty(primary.lifecycleHooks),
    name: 'postgresql',
    ports: [{ containerPort: containerPorts.postgresql, name: 'tcp-postgresql' }],
    ...probesOf(primary, { liveness: ready, readiness: ready, startup: ready }),
    resources: resourcesOf(primary),
    securityContext: containerSecurityContext(kryton),
    volumeMounts: volumeMounts(kryton),
  };
}

/** Runs without a shell, so that no name can be interpreted as a command. */
function isReady({ values }: ResolvedKryton): Tree {
  const { auth, containerPorts } = values.postgresql;
  const address = ['-h', '127.0.0.1', '-p', String(containerPorts.postgresql)];
  return { exec: { command: ['pg_isready', '-U', auth.username, '-d', `dbname=${auth.database}`, ...address] } };
}

function variableSources({ values }: ResolvedKryton): readonly Tree[] {
  const { extraEnvVarsCM, extraEnvVarsSecret } = values.postgresql.primary;
  return [
    ...(extraEnvVarsCM ? [{ configMapRef: { name: extraEnvVarsCM } }] : []),
    ...(extraEnvVarsSecret ? [{ secretRef: { name: extraEnvVarsSecret } }] : []),
  ];
}

/** The sub-chart's default tag, used if the values set a repository without a tag. */
const chartTag = '12-debian-12-r35';

/**
 * PostgreSQL rejects a private key that other users can read, so an init container copies the certificates and restricts the key.
 * By default, it uses PostgreSQL's image.
 */
function certificateCopier(kryton: ResolvedKryton): readonly Tree[] {
  const { image, tls, volumePermissions } = kryton.values.postgresql;
  if (!tls.enabled) return [];
  const { repository, tag } = volumePermissions.image;
  return [
    {
      command: ['/bin/sh', '-ec', 'cp /tmp/certs/* "$DEST"/\nchmod 600 "$DEST/$KEY"'],
      env: [
        { name: 'DEST', value: certificatesPath },
        { name: 'KEY', value: tls.certKeyFilename ?? '' },
      ],
      image: repository ? imageOf({ ...volumePermissions.image, repository, tag: tag || chartTag }) : imageOf(image),
      imagePullPolicy: volumePermissions.image.pullPolicy,
      name: 'copy-certs',
      resources: resourcesOf(kryton.values.postgresql.primary),
      securityContext: containerSecurityContext(kryton) ?? restricted.container,
      volumeMounts: [
        { mountPath: '/tmp/certs', name: 'raw-certificates' },
        { mountPath: certificatesPath, name: 'postgresql-certificates' },
      ],
    },
  ];
}

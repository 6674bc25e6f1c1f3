import type { Tree } from '../../../../data/tree.ts';
import { secretVariable } from '../../../../kubernetes/script-container.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { omitEmpty } from './omit-empty.ts';
import { pluginInstaller, pluginsMount, pluginsVolume } from './plugins.ts';

/** The server's pod [sources: kryton-5, kryton-6, kryton-10]. */
export function podSpec(kryton: ResolvedKryton): Tree {
  const { names, values } = kryton;
  const volumes = [...dataVolume(kryton), ...pluginsVolume(kryton)];
  return {
    affinity: omitEmpty(values.affinity),
    containers: [container(kryton)],
    imagePullSecrets: omitEmpty(values.imagePullSecrets),
    initContainers: omitEmpty(pluginInstaller(kryton)),
    nodeSelector: omitEmpty(values.nodeSelector),
    securityContext: omitEmpty(values.podSecurityContext),
    serviceAccountName: names.serviceAccount,
    tolerations: omitEmpty(values.tolerations),
    volumes: omitEmpty(volumes),
  };
}

function container(kryton: ResolvedKryton): Tree {
  const { names, values } = kryton;
  const { image, livenessProbe, readinessProbe, resources, securityContext, service } = values;
  return {
    env: omitEmpty(databaseVariables(kryton)),
    envFrom: [{ configMapRef: { name: names.config } }, { secretRef: { name: names.secret } }],
    image: `${image.repository}:${image.tag}`,
    imagePullPolicy: image.pullPolicy,
    livenessProbe: omitEmpty(livenessProbe),
    name: 'kryton',
    ports: [{ containerPort: service.targetPort, name: 'http', protocol: 'TCP' }],
    readinessProbe: omitEmpty(readinessProbe),
    resources: omitEmpty(resources),
    securityContext: omitEmpty(securityContext),
    volumeMounts: omitEmpty([...dataMount(kryton), ...pluginsMount(kryton)]),
  };
}

/** The kubelet inserts the password into the URL, so the variable of the password must come first. */
function databaseVariables({ database, databaseKeys, names, values }: ResolvedKryton): readonly Tree[] {
  if (database !== 'bundled') return [];
  const { auth, primary } = values.postgresql;
  const address = `${names.database}:${primary.service.ports.postgresql}/${auth.database}`;
  return [
    secretVariable('POSTGRES_PASSWORD', names.databaseSecret, databaseKeys.user),
    { name: 'POSTGRES_URL', value: `postgres://${auth.username}:$(POSTGRES_PASSWORD)@${address}` },
  ];
}

function dataMount({ values }: ResolvedKryton): readonly Tree[] {
  const { enabled, mountPath, subPath } = values.persistence;
  return enabled ? [{ mountPath, name: 'data', subPath: subPath || undefined }] : [];
}

function dataVolume({ names, values }: ResolvedKryton): readonly Tree[] {
  return values.persistence.enabled ? [{ name: 'data', persistentVolumeClaim: { claimName: names.volumeClaim } }] : [];
}

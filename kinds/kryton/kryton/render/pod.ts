import type { Tree } from '../../../../data/tree.ts';
import { fromSecret } from '../../../../kubernetes/script-container.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { orAbsent } from './or-absent.ts';
import { installer, pluginsMount, pluginsVolume } from './plugins.ts';

/** The server's pod [sources: kryton-5, kryton-6, kryton-10]. */
export function podSpec(kryton: ResolvedKryton): Tree {
  const { names, values } = kryton;
  const volumes = [...dataVolume(kryton), ...pluginsVolume(kryton)];
  return {
    affinity: orAbsent(values.affinity),
    containers: [container(kryton)],
    imagePullSecrets: orAbsent(values.imagePullSecrets),
    initContainers: orAbsent(installer(kryton)),
    nodeSelector: orAbsent(values.nodeSelector),
    securityContext: orAbsent(values.podSecurityContext),
    serviceAccountName: names.serviceAccount,
    tolerations: orAbsent(values.tolerations),
    volumes: orAbsent(volumes),
  };
}

function container(kryton: ResolvedKryton): Tree {
  const { names, values } = kryton;
  const { image, livenessProbe, readinessProbe, resources, securityContext, service } = values;
  return {
    env: orAbsent(databaseVariables(kryton)),
    envFrom: [{ configMapRef: { name: names.config } }, { secretRef: { name: names.secret } }],
    image: `${image.repository}:${image.tag}`,
    imagePullPolicy: image.pullPolicy,
    livenessProbe: orAbsent(livenessProbe),
    name: 'kryton',
    ports: [{ containerPort: service.targetPort, name: 'http', protocol: 'TCP' }],
    readinessProbe: orAbsent(readinessProbe),
    resources: orAbsent(resources),
    securityContext: orAbsent(securityContext),
    volumeMounts: orAbsent([...dataMount(kryton), ...pluginsMount(kryton)]),
  };
}

/** The kubelet puts the password into the URL, for which it must know the password first. */
function databaseVariables({ database, names, values }: ResolvedKryton): readonly Tree[] {
  if (database !== 'bundled') return [];
  const { username, database: name } = values.postgresql.auth;
  return [
    fromSecret('POSTGRES_PASSWORD', names.databaseSecret, 'password'),
    { name: 'POSTGRES_URL', value: `postgres://${username}:$(POSTGRES_PASSWORD)@${names.database}:5432/${name}` },
  ];
}

function dataMount({ values }: ResolvedKryton): readonly Tree[] {
  const { enabled, mountPath, subPath } = values.persistence;
  return enabled ? [{ mountPath, name: 'data', subPath: subPath || undefined }] : [];
}

function dataVolume({ names, values }: ResolvedKryton): readonly Tree[] {
  return values.persistence.enabled ? [{ name: 'data', persistentVolumeClaim: { claimName: names.volumeClaim } }] : [];
}

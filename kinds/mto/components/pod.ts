import type { Tree } from '../../../data/tree.ts';
import { restricted } from '../../../kubernetes/script-container.ts';
import { trustOf } from '../../../kubernetes/trusted-certificates.ts';
import type { SecretFile } from '../dex-server/config-value.ts';
import type { Site } from './site.ts';
import type { Workload } from './workload.ts';

export function podSpec(site: Site, workload: Workload): Tree {
  const { name, rules, scheduling, before = [], hasToken = rules.length > 0 } = workload;
  return {
    affinity: scheduling.affinity,
    automountServiceAccountToken: hasToken,
    containers: [container(site, workload)],
    initContainers: before.length > 0 ? before : undefined,
    nodeSelector: scheduling.nodeSelector,
    securityContext: podSecurity(site, workload.user),
    serviceAccountName: name,
    tolerations: scheduling.tolerations,
    volumes: volumes(site, workload),
  };
}

/** Sets no user on OpenShift, which assigns one itself. */
export function podSecurity({ flavor }: Pick<Site, 'flavor'>, user: number): Tree {
  return flavor === 'openshift'
    ? { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }
    : restricted.pod(user);
}

function container(site: Site, workload: Workload): Tree {
  const { app, args, image, port, probes, resources, writesItsFiles = false } = workload;
  const env = [...workload.env, ...trustIn(site, workload).env];
  return {
    args,
    env: env.length > 0 ? env : undefined,
    image,
    name: app,
    ports: [{ containerPort: port, name: 'main', protocol: 'TCP' }],
    ...probes,
    resources,
    securityContext: { ...restricted.container, readOnlyRootFilesystem: !writesItsFiles },
    volumeMounts: mounts(site, workload),
  };
}

function trustIn({ settings }: Site, { trusts = [] }: Workload) {
  return trustOf(settings.trustedCertificates, trusts);
}

function mounts(site: Site, workload: Workload): readonly Tree[] | undefined {
  const { files, foreignFiles, scratch, secretFiles, storage } = workload;
  const all = [
    ...(files ? [{ mountPath: files.mountPath, name: 'files', readOnly: true }] : []),
    ...(foreignFiles ? [{ mountPath: foreignFiles.mountPath, name: 'foreign-files', readOnly: true }] : []),
    ...(secretFiles?.files.length ? [{ mountPath: secretFiles.mountPath, name: 'secret-files', readOnly: true }] : []),
    ...(storage ? [{ mountPath: storage.mountPath, name: 'data' }] : []),
    ...scratch.map((mountPath, index) => ({ mountPath, name: `scratch-${index}` })),
    ...trustIn(site, workload).mounts,
  ];
  return all.length > 0 ? all : undefined;
}

function volumes(site: Site, workload: Workload): readonly Tree[] | undefined {
  const { name, files, foreignFiles, scratch, secretFiles } = workload;
  const all = [
    ...(files ? [{ configMap: { name }, name: 'files' }] : []),
    ...(foreignFiles ? [{ configMap: { name: foreignFiles.name }, name: 'foreign-files' }] : []),
    ...(secretFiles?.files.length ? [secretVolume(secretFiles.files)] : []),
    ...scratch.map((_, index) => ({ emptyDir: {}, name: `scratch-${index}` })),
    ...trustIn(site, workload).volumes,
  ];
  return all.length > 0 ? all : undefined;
}

/** A volume with only the listed keys of the Secrets. */
function secretVolume(files: readonly SecretFile[]): Tree {
  const sources = files.map(({ isOptional, key, secret }) => ({
    secret: { items: [{ key, path: `${secret}/${key}` }], name: secret, optional: isOptional ? true : undefined },
  }));
  return { name: 'secret-files', projected: { sources } };
}

/** HTTP probes. The program has five minutes to start. */
export function pageProbes(live: string, ready: string, port: number | 'main' = 'main') {
  const page = (path: string) => ({ httpGet: { path, port } });
  return {
    livenessProbe: page(live),
    readinessProbe: page(ready),
    startupProbe: { ...page(ready), failureThreshold: 60, periodSeconds: 5 },
  };
}

/** Resources of a script that runs for a short time, such as one that creates a database. */
export const scriptResources: Tree = { limits: { memory: '128Mi' }, requests: { cpu: '20m', memory: '64Mi' } };

/** The resources from a chart's values, or the defaults of the component. */
export function resourcesOr(given: object | undefined, cpu: string, memory: string): Tree {
  return given ? { ...given } : { limits: { memory }, requests: { cpu, memory } };
}

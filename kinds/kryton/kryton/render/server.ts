import { type Emit, emit } from '../../../../core/print/shape.ts';
import { removalAnnotations } from '../../../../core/settings/removal.ts';
import { hookAnnotation, hookDeletePolicyAnnotation } from '../../../../kubernetes/argocd-annotations.ts';
import { restricted } from '../../../../kubernetes/script-container.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { meta, partMeta, partPodLabels, serverLabels } from './meta.ts';

export function serviceAccount(kryton: ResolvedKryton): readonly Emit[] {
  const { create, annotations } = kryton.values.serviceAccount;
  if (!create) return [];
  const view = meta(kryton, kryton.names.serviceAccount, { annotations });
  return [emit('service-account', { ...view, automountServiceAccountToken: false })];
}

export function service(kryton: ResolvedKryton): Emit {
  const { annotations, port, type } = kryton.values.service;
  return emit('service', {
    ...meta(kryton, kryton.names.server, { annotations }),
    spec: {
      ports: [{ name: 'http', port, protocol: 'TCP', targetPort: 'http' }],
      selector: serverLabels(kryton),
      type,
    },
  });
}

/**
 * The claim of the server's volume. Unlike the chart's claim [sources: kryton-6], it is kept on deletion by default. Annotations
 * in the file and the Platform can override this.
 */
export function volumeClaim(kryton: ResolvedKryton): readonly Emit[] {
  const { accessModes, annotations, enabled, existingClaim, size, storageClass } = kryton.values.persistence;
  if (!enabled || existingClaim) return [];
  const removal = removalAnnotations(kryton.retainVolumes ? 'retain' : 'prune');
  return [
    emit('persistent-volume-claim', {
      ...meta(kryton, kryton.names.volumeClaim, { annotations: { ...removal, ...annotations } }),
      accessModes,
      storage: size,
      storageClassName: storageClass ?? '',
    }),
  ];
}

export function ingress(kryton: ResolvedKryton): readonly Emit[] {
  const { annotations, className, enabled, tls } = kryton.values.ingress;
  if (!enabled) return [];
  const backend = { service: { name: kryton.names.server, port: { number: kryton.values.service.port } } };
  return [
    emit('ingress', {
      ...meta(kryton, kryton.names.server, { annotations }),
      ingressClassName: className ?? '',
      rules: kryton.hosts.map(({ host, paths }) => ({
        host: host || undefined,
        http: { paths: paths.map(({ path, pathType }) => ({ backend, path, pathType })) },
      })),
      tls: tls ?? [],
    }),
  ];
}

export function serviceMonitor(kryton: ResolvedKryton): readonly Emit[] {
  const { enabled, interval, labels, path, scrapeTimeout } = kryton.values.serviceMonitor;
  if (!enabled) return [];
  return [
    emit('service-monitor', {
      ...meta(kryton, kryton.names.server, { labels }),
      spec: {
        endpoints: [{ interval, path, port: 'http', scrapeTimeout }],
        selector: { matchLabels: serverLabels(kryton) },
      },
    }),
  ];
}

/** The chart's test is a test hook of Helm, which Argo CD ignores. As a PostSync hook of Argo CD, it runs after each sync. */
export function testPod(kryton: ResolvedKryton): readonly Emit[] {
  const { names, settings, values } = kryton;
  if (!settings.includeTests) return [];
  const url = `http://${names.server}:${values.service.port}/healthz`;
  const view = { ...partMeta(kryton, names.test, 'test'), labels: partPodLabels(kryton, 'test') };
  const hook = {
    [hookAnnotation]: 'PostSync',
    [hookDeletePolicyAnnotation]: 'BeforeHookCreation,HookSucceeded',
  };
  const container = {
    command: ['wget', '--spider', '--quiet', url],
    image: settings.images.busybox,
    name: 'wget',
    securityContext: restricted.container,
  };
  const podSpec = {
    automountServiceAccountToken: false,
    containers: [container],
    restartPolicy: 'Never',
    securityContext: restricted.pod(1000),
  };
  return [emit('pod', { ...view, annotations: hook, podSpec })];
}

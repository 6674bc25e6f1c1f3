import type { Labels, MetaView } from '../../../../templates/views.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';

interface ExtraMetadata {
  readonly labels?: Labels;
  readonly annotations?: Labels | undefined;
}

/** Metadata of an object of the server. Extra labels never replace those that selectors use. */
export function meta(kryton: ResolvedKryton, name: string, extra: ExtraMetadata = {}): MetaView {
  const labels = { ...extra.labels, ...serverLabels(kryton), ...instanceLabels(kryton) };
  return { name, namespace: kryton.namespace, labels, annotations: extra.annotations ?? {} };
}

/** Metadata of an object that is not part of the server. The server's selectors match these labels, so pods get partPodLabels instead. */
export function partMeta(kryton: ResolvedKryton, name: string, component: string): MetaView {
  const labels = { ...meta(kryton, name).labels, 'app.kubernetes.io/component': component };
  return { name, namespace: kryton.namespace, labels, annotations: {} };
}

/** The selector of the Service and the Deployment. Immutable in the Deployment. */
export function serverLabels(kryton: ResolvedKryton): Labels {
  return {
    'app.kubernetes.io/instance': kryton.name,
    'app.kubernetes.io/name': trimmed(kryton.values.nameOverride || 'kryton'),
  };
}

function instanceLabels(kryton: ResolvedKryton): Labels {
  return { 'app.kubernetes.io/part-of': 'kryton', 'app.kubernetes.io/version': trimmed(kryton.version) };
}

/** Labels of a pod that is not the server's, without `app.kubernetes.io/name`, so that the server's Service does not select it. */
export function partPodLabels(kryton: ResolvedKryton, component: string): Labels {
  return {
    'app.kubernetes.io/component': component,
    'app.kubernetes.io/instance': kryton.name,
    'app.kubernetes.io/part-of': 'kryton',
  };
}

/** Truncates to a valid label value: at most 63 characters, with a letter or digit at both ends. */
export function trimmed(value: string): string {
  return value.slice(0, 63).replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
}

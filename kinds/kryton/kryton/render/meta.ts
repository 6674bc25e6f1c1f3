import type { Labels, MetaView } from '../../../../templates/views.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';

interface Own {
  readonly labels?: Labels;
  readonly annotations?: Labels | undefined;
}

/** Metadata of an object of the server. What the file adds never replaces a label that selectors rely on. */
export function meta(kryton: ResolvedKryton, name: string, own: Own = {}): MetaView {
  const labels = { ...own.labels, ...serverLabels(kryton), ...instanceLabels(kryton) };
  return { name, namespace: kryton.namespace, labels, annotations: own.annotations ?? {} };
}

/** Metadata of an object that stands beside the server: its pods must not be taken for the server's. */
export function partMeta(kryton: ResolvedKryton, name: string, component: string): MetaView {
  const labels = { ...meta(kryton, name).labels, 'app.kubernetes.io/component': component };
  return { name, namespace: kryton.namespace, labels, annotations: {} };
}

/** What the Service and the Deployment select by; the latter can never change it. */
export function serverLabels(kryton: ResolvedKryton): Labels {
  return {
    'app.kubernetes.io/instance': kryton.name,
    'app.kubernetes.io/name': trimmed(kryton.values.nameOverride || 'kryton'),
  };
}

function instanceLabels(kryton: ResolvedKryton): Labels {
  return { 'app.kubernetes.io/part-of': 'kryton', 'app.kubernetes.io/version': trimmed(kryton.version) };
}

/** Labels of a pod beside the server: without the name, so that no Service of the server sends it requests. */
export function partPodLabels(kryton: ResolvedKryton, component: string): Labels {
  return {
    'app.kubernetes.io/component': component,
    'app.kubernetes.io/instance': kryton.name,
    'app.kubernetes.io/part-of': 'kryton',
  };
}

/** A label's value has at most 63 characters and has a letter or a digit at both ends. */
function trimmed(value: string): string {
  return value.slice(0, 63).replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
}

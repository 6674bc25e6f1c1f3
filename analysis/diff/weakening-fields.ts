import { asText } from '../../data/as-text.ts';
import { valueAt } from '../../data/tree.ts';
import { isPresent, type SensitiveField } from './sensitive-field.ts';

export const defaultTolerations = 'scheduler.alpha.kubernetes.io/defaultTolerations';

const meshKeys = ['sidecar.istio.io/inject', 'istio.io/dataplane-mode', 'linkerd.io/inject'];

/** Fields with which an object allows more than by default, or leaves a mesh. */
export const weakeningFields: readonly SensitiveField[] = [
  ...[
    ['spec', 'listeners', '*', 'allowedRoutes'],
    ['spec', 'allowedListeners'],
  ].map((path) => ({
    kinds: ['Gateway', 'ListenerSet', 'XListenerSet'],
    path,
    isSensitive: (allowed: unknown) => isPresent(allowed) && isWide(valueAt(allowed, 'namespaces', 'from')),
    risk: 'access-widened' as const,
    why: (allowed: unknown) =>
      `namespaces that can attach listeners or routes: ${asText(valueAt(allowed, 'namespaces', 'from'))}`,
  })),
  {
    kinds: ['Certificate'],
    path: ['spec', 'isCA'],
    isSensitive: (value) => value === true,
    risk: 'access-widened',
    why: () => 'the Certificate can sign other certificates',
  },
  {
    kinds: ['DestinationRule'],
    path: ['spec', 'trafficPolicy', 'tls'],
    isSensitive: (tls) => valueAt(tls, 'mode') === 'DISABLE' || valueAt(tls, 'insecureSkipVerify') === true,
    risk: 'policy-loosened',
    why: () => 'requests are not encrypted, or the certificate of the server is not verified',
  },
  {
    kinds: ['Namespace'],
    path: ['metadata', 'annotations', defaultTolerations],
    isSensitive: isPresent,
    risk: 'policy-loosened',
    why: () => 'pods tolerate more node taints',
  },
  ...['labels', 'annotations'].flatMap((part) =>
    meshKeys.map((key) => ({
      kinds: 'pods' as const,
      path: ['metadata', part, key],
      isSensitive: (value: unknown) => leavesMesh(key, value),
      risk: 'policy-loosened' as const,
      why: () => 'pods are not part of the mesh',
    })),
  ),
];

/** Whether pods with this label or annotation are not part of their mesh. */
export function leavesMesh(key: string, value: unknown): boolean {
  return meshKeys.includes(key) && ['false', 'none', 'disabled'].includes(asText(value ?? ''));
}

function isWide(from: unknown): boolean {
  return isPresent(from) && from !== 'Same' && from !== 'None';
}

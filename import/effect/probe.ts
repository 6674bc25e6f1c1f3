import type { AdmissionRequest } from '../../admission/request.ts';
import type { Tree } from '../../data/tree.ts';

/** A request that the operator and the rendered rules might decide differently. */
export interface Probe {
  /** A description of such requests, such as `pods of other priority classes`. */
  readonly text: string;
  readonly request: AdmissionRequest;
}

/** A name that is not on any list. */
export const other = 'not-listed';

const user = { username: 'ann', groups: ['capsule.clastix.io', 'projectcapsule.dev', 'system:authenticated'] };

export function creation(text: string, group: string, resource: string, object: Tree): Probe {
  const request = {
    operation: 'CREATE',
    group,
    resource,
    object,
    oldObject: undefined,
    namespaceObject: undefined,
    user,
  };
  return { text, request: { ...request, operation: 'CREATE' } };
}

export const metadata = (annotations: Tree = {}): Tree => ({ name: 'probe', annotations });
export const pod = (text: string, spec: Tree): Probe =>
  creation(text, '', 'pods', { metadata: metadata(), spec: { containers: [], ...spec } });
export const claim = (text: string, spec: Tree, annotations?: Tree): Probe =>
  creation(text, '', 'persistentvolumeclaims', { metadata: metadata(annotations), spec });
export const ingress = (text: string, spec: Tree, annotations?: Tree): Probe =>
  creation(text, 'networking.k8s.io', 'ingresses', { metadata: metadata(annotations), spec });
export const service = (text: string, spec: Tree, annotations?: Tree): Probe =>
  creation(text, '', 'services', { metadata: metadata(annotations), spec });

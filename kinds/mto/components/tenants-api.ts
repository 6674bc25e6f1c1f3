import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import { gatewayIdentity } from './gateway-access.ts';
import { metaOf, type Site, selectorOf } from './site.ts';

/** Separate from the gateway's other port, because every user of the cluster can reach this one through the API server. */
export const tenantsApiPort = 8081;

/** The Service and the port that MTO's `kubectl tenant list` uses [sources: mto-39]. */
const service = { name: 'tenant-operator-api', port: 8080 };

/** Allows the gateway to ask the API server for the user of a request's token. */
export const reviewRule: Tree = {
  apiGroups: ['authentication.k8s.io'],
  resources: ['tokenreviews'],
  verbs: ['create'],
};

/** The Service, and a Role that allows all authenticated users to send POST requests to it through the API server. */
export function tenantsApiObjects({ namespace }: Pick<Site, 'namespace'>): readonly Emit[] {
  const { name, port } = service;
  const view = metaOf(gatewayIdentity, namespace, name);
  const ports = [{ name: 'api', port, protocol: 'TCP', targetPort: tenantsApiPort }];
  const rule = {
    apiGroups: [''],
    resourceNames: [`${name}:${port}`],
    resources: ['services/proxy'],
    verbs: ['create'],
  };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:authenticated' }];
  return [
    emit('service', { ...view, spec: { ports, selector: selectorOf(gatewayIdentity), type: 'ClusterIP' } }),
    emit('role', { ...view, rules: [rule] }),
    emit('role-binding', { ...view, roleKind: 'Role', roleName: name, subjects }),
  ];
}

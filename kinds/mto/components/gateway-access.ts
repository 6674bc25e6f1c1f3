import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import type { ConsoleSettings } from '../../../core/settings/components.ts';
import type { Tree } from '../../../data/tree.ts';
import { integrationOf } from '../integration/integration.ts';
import { type Components, gatewayMode } from './modes.ts';
import { fullName, type Identity, metaOf, type Site } from './site.ts';

export const gatewayIdentity: Identity = { name: fullName('tenant-operator', 'gateway'), app: 'leasehold-gateway' };

/** The headless Service, whose addresses are those of the pods. */
export const gatewayPods = `${gatewayIdentity.name}-pods`;

/** Whether the gateway is Managed and the Platform sets its repository. */
export function rendersGateway(components: Components, { settings }: Pick<Site, 'settings'>): boolean {
  return gatewayMode(components) === 'Managed' && settings.console !== undefined;
}

const verbs = ['list', 'watch'];

/** What the gateway reads to show the state of the cluster. It can read neither Secrets nor ConfigMaps. */
export const liveRules: readonly Tree[] = [
  {
    apiGroups: [''],
    resources: [
      'namespaces',
      'nodes',
      'persistentvolumeclaims',
      'persistentvolumes',
      'pods',
      'resourcequotas',
      'services',
    ],
    verbs,
  },
  { apiGroups: ['apps'], resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'], verbs },
  { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses', 'networkpolicies'], verbs },
  { apiGroups: ['rbac.authorization.k8s.io'], resources: ['rolebindings'], verbs },
];

/** An Application of Argo CD. */
export interface Application {
  readonly application: string;
  readonly namespace: string;
}

/** The Application whose syncs the gateway follows. `namespace` is the namespace of Argo CD, if it is set. */
export function followedApplication(
  { argocd }: ConsoleSettings,
  namespace: string | undefined,
): Application | undefined {
  return argocd && { namespace: namespace ?? 'argocd', ...argocd };
}

/**
 * Allows the gateway to read the Application that it follows, and no other. The objects belong to the platform and not to the
 * IntegrationConfig, because they are in the namespace of Argo CD.
 */
export function gatewayAccess(world: World): readonly Emit[] {
  const { components: settings } = world.settings;
  const { argocd, namespace } = world.derived(integrationOf);
  const isRendered = world
    .all('mto-integration-config')
    .some(({ body }) => rendersGateway(body.spec?.components ?? {}, { settings }));
  const followed = isRendered && settings.console && followedApplication(settings.console, argocd?.namespace);
  if (!followed) return [];
  const { name } = gatewayIdentity;
  const roleName = `${namespace}-${name}`;
  const view = metaOf(gatewayIdentity, followed.namespace, roleName);
  const rule = {
    apiGroups: ['argoproj.io'],
    resourceNames: [followed.application],
    resources: ['applications'],
    verbs: ['get', 'list', 'watch'],
  };
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  return [
    emit('role', { ...view, rules: [rule] }),
    emit('role-binding', { ...view, roleKind: 'Role', roleName, subjects }),
  ];
}

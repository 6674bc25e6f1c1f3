/** A privilege of an object that exceeds the limits of a tenant. The Platform can forbid each class. */
export const privilegeClasses = {
  privileged:
    'Pods get privileges on their node, a namespace enforces less than the Pod Security level of the Platform, or Gatekeeper or OpenShift ignores its pods.',
  'wide-project': 'An AppProject allows any repository or namespace, or cluster-scoped kinds, such as Namespace.',
  snippet: 'An object adds custom configuration to a proxy that tenants share.',
  hook: 'Argo CD or Helm applies and deletes the object outside the usual order of a sync.',
  'cloud-identity': 'A ServiceAccount or pods can get an identity outside the cluster.',
  'cluster-scoped': 'An object other than a Namespace is cluster-scoped.',
  exposed: 'A Service can be reached from outside the cluster.',
} as const satisfies Readonly<Record<string, string>>;

export type PrivilegeClass = keyof typeof privilegeClasses;

/** What an object can do: a clause, such as `container web is privileged`. */
export interface Ability {
  readonly what: string;
  /** Data that decides what the object can do in addition to `what`, such as the value of an annotation. */
  readonly content?: unknown;
}

export interface Privilege extends Ability {
  readonly sort: PrivilegeClass;
}

export const podSecurityLevels = ['privileged', 'baseline', 'restricted'] as const;

export type PodSecurityLevel = (typeof podSecurityLevels)[number];

import type { Tree } from '../data/tree.ts';

/**
 * The inputs of the shapes. A view is complete: every field that is not optional is present, and fields are printed unchanged.
 * A Tree is a subtree whose undefined fields are not printed.
 */

export type Labels = Readonly<Record<string, string>>;

/** Metadata that every shape prints. The pipeline adds the common labels (tenant and managed-by) and the sync wave. */
export interface MetaView {
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly labels: Labels;
  readonly annotations: Labels;
}

export interface PodMetadata {
  readonly labels: Labels;
  readonly annotations?: Labels | undefined;
}

/** A Gatekeeper constraint on the pods in the given namespaces. */
export interface ConstraintView extends MetaView {
  readonly enforcementAction: string;
  readonly namespaces: readonly string[];
  readonly parameters: Tree;
}

/** An ExternalSecret. The operator creates a Secret with the same name from a secret store. */
export interface ExternalSecretView extends MetaView {
  readonly storeKind: string;
  readonly storeName: string;
  readonly refreshInterval: string;
  readonly data: readonly Tree[];
}

/** How the Vault config operator connects to Vault. */
export interface VaultView extends MetaView {
  readonly authentication: Tree;
  readonly connection: Tree;
}

export interface Views {
  readonly 'app-project': MetaView & {
    readonly clusterResourceWhitelist: readonly Tree[];
    readonly destinations: readonly Tree[];
    readonly destinationServiceAccounts: readonly Tree[];
    readonly namespaceResourceBlacklist: readonly Tree[];
    readonly namespaceResourceWhitelist: readonly Tree[];
    readonly roles: readonly Tree[];
    readonly sourceRepos: readonly string[];
    readonly syncWindows: readonly Tree[];
  };
  readonly 'authorization-policy': MetaView & { readonly spec: Tree };
  readonly 'cluster-resource-quota': MetaView & { readonly quota: Tree; readonly matchLabels: Labels };
  readonly 'cluster-role': MetaView & { readonly rules: readonly Tree[] };
  readonly 'cluster-role-binding': MetaView & { readonly roleName: string; readonly subjects: readonly Tree[] };
  readonly 'config-map-mirror': MetaView;
  readonly 'config-map': MetaView & { readonly data: Labels };
  readonly 'cron-job': MetaView & {
    readonly schedule: string;
    readonly timeZone: string;
    readonly suspend?: true;
    readonly concurrencyPolicy: 'Allow' | 'Forbid' | 'Replace';
    readonly successfulJobsHistoryLimit: number;
    readonly failedJobsHistoryLimit: number;
    /** How late a run can start, in seconds. False if there is no deadline. */
    readonly startingDeadlineSeconds: number | false;
    readonly backoffLimit: number;
    readonly podMetadata: PodMetadata;
    readonly podSpec: Tree;
  };
  readonly deployment: MetaView & {
    readonly replicasFixed: boolean;
    readonly replicas: number;
    readonly selector: Labels;
    readonly strategy: Tree;
    readonly podMetadata: PodMetadata;
    readonly podSpec: Tree;
  };
  readonly 'external-name-service': MetaView & { readonly externalName: string };
  readonly 'external-secret': ExternalSecretView;
  /** An ExternalSecret that copies all keys of a Secret. */
  readonly 'external-secret-copy': MetaView & {
    readonly refreshInterval: string;
    readonly store: string;
    readonly key: string;
    /** The type of the copy. False for Opaque. */
    readonly type: string | false;
  };
  readonly 'external-secret-v1beta1': ExternalSecretView;
  readonly gateway: MetaView & { readonly selector: Labels; readonly servers: readonly Tree[] };
  readonly 'headless-service': MetaView & { readonly ports: readonly Tree[]; readonly selector: Labels };
  readonly 'horizontal-pod-autoscaler': MetaView & {
    /** The name of the Deployment to scale. */
    readonly target: string;
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly metrics: readonly Tree[];
  };
  readonly 'http-route': MetaView & { readonly spec: Tree };
  readonly ingress: MetaView & {
    /** Empty for the default class of the cluster. */
    readonly ingressClassName: string;
    readonly rules: readonly Tree[];
    readonly tls: readonly Tree[];
  };
  readonly job: MetaView & { readonly backoffLimit: number; readonly podMetadata: PodMetadata; readonly podSpec: Tree };
  readonly 'k8s-allowed-repos': ConstraintView;
  readonly 'k8s-allowed-repos-constraint-template': MetaView;
  readonly 'k8s-psp-allow-privilege-escalation-container': ConstraintView;
  readonly 'k8s-psp-allow-privilege-escalation-container-constraint-template': MetaView;
  readonly 'k8s-psp-host-namespace': ConstraintView;
  readonly 'k8s-psp-host-namespace-constraint-template': MetaView;
  readonly 'k8s-psp-privileged-container': ConstraintView;
  readonly 'k8s-psp-privileged-container-constraint-template': MetaView;
  readonly 'kubernetes-auth-engine-role': VaultView & {
    /** The path of the authentication method in Vault. */
    readonly path: string;
    readonly policies: readonly string[];
    readonly targetNamespaces: readonly string[];
    readonly targetServiceAccounts: readonly string[];
  };
  readonly 'leasehold-rule': MetaView & { readonly spec: Tree };
  readonly 'leasehold-rule-constraint-template': MetaView & { readonly source: Tree };
  readonly 'limit-range': MetaView & { readonly limits: readonly Tree[] };
  readonly 'mutating-admission-policy': MetaView & { readonly spec: Tree };
  readonly 'mutating-admission-policy-binding': MetaView & { readonly spec: Tree };
  readonly namespace: MetaView;
  readonly 'network-policy': MetaView & {
    readonly podSelector: Tree;
    readonly policyTypes: readonly string[];
    readonly ingress: readonly Tree[];
    readonly egress: readonly Tree[];
  };
  readonly 'open-shift-group': MetaView & { readonly users: readonly string[] };
  readonly 'peer-authentication': MetaView & { readonly mode: string };
  readonly 'persistent-volume-claim': MetaView & {
    readonly accessModes: readonly string[];
    readonly storage: string | number;
    readonly storageClassName: string;
  };
  readonly pod: MetaView & { readonly podSpec: Tree };
  readonly 'pod-disruption-budget': MetaView & { readonly spec: Tree };
  readonly 'prometheus-rule': MetaView & { readonly spec: Tree };
  readonly 'resource-quota': MetaView & {
    readonly hard: Tree;
    /** Empty if all pods count. */
    readonly scopes: readonly string[];
    readonly scopeSelector: Tree | false;
  };
  readonly role: MetaView & { readonly rules: readonly Tree[] };
  readonly 'role-binding': MetaView & {
    readonly roleKind: 'ClusterRole' | 'Role';
    readonly roleName: string;
    readonly subjects: readonly Tree[];
  };
  readonly secret: MetaView & { readonly stringData: Labels };
  readonly 'secret-engine-mount': VaultView & {
    readonly path: string;
    /** The last segment of the mount path, below `path`. */
    readonly mount: string;
    readonly options: Labels;
    readonly type: string;
  };
  readonly 'secret-mirror': MetaView & { readonly type: string | false };
  readonly service: MetaView & { readonly spec: Tree };
  readonly 'service-account': MetaView & { readonly automountServiceAccountToken: boolean };
  readonly 'service-monitor': MetaView & { readonly spec: Tree };
  readonly 'stateful-set': MetaView & {
    readonly replicas: number;
    readonly selector: Labels;
    readonly serviceName: string;
    /** False for the default of Kubernetes. */
    readonly updateStrategy: Tree | false;
    /** False to retain the volumes. */
    readonly persistentVolumeClaimRetentionPolicy: Tree | false;
    readonly podMetadata: PodMetadata;
    readonly podSpec: Tree;
    /** Empty if the pods have no volumes of their own. */
    readonly volumeClaimTemplates: readonly Tree[];
  };
  readonly 'validating-admission-policy': MetaView & { readonly spec: Tree };
  readonly 'validating-admission-policy-binding': MetaView & { readonly spec: Tree };
  readonly 'vault-group': VaultView & { readonly group: string; readonly policies: readonly string[] };
  readonly 'vault-group-alias': VaultView & {
    /** The name of the group in the authentication method. */
    readonly group: string;
    /** The path of the authentication method. */
    readonly mount: string;
  };
  readonly 'vault-policy': VaultView & { readonly policy: string };
}

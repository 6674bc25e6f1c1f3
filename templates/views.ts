/** What each shape prints. A view is total: every field is there, decided, and printed as it is. */

export type Labels = Readonly<Record<string, string>>;

/** Metadata that every shape prints. The pipeline adds the tenant's label and the sync wave. */
export interface MetaView {
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly labels: Labels;
  readonly annotations: Labels;
}

/** A subtree that is printed as it stands; undefined fields are left out. */
export type Tree = { readonly [key: string]: unknown };

export interface PodMetadata {
  readonly labels: Labels;
  readonly annotations?: Labels | undefined;
}

export interface Views {
  readonly 'config-map': MetaView & { readonly data: Labels };
  readonly deployment: MetaView & {
    readonly replicasFixed: boolean;
    readonly replicas: number;
    readonly selector: Labels;
    readonly strategy: Tree;
    readonly podMetadata: PodMetadata;
    readonly podSpec: Tree;
  };
  readonly 'external-name-service': MetaView & { readonly externalName: string };
  readonly 'limit-range': MetaView & { readonly limits: readonly Tree[] };
  readonly namespace: MetaView;
  readonly 'network-policy': MetaView & {
    readonly podSelector: Tree;
    readonly policyTypes: readonly string[];
    readonly ingress: readonly Tree[];
    readonly egress: readonly Tree[];
  };
  readonly 'persistent-volume-claim': MetaView & {
    readonly accessModes: readonly string[];
    readonly storage: string | number;
    readonly storageClassName: string;
  };
  readonly 'pod-disruption-budget': MetaView & { readonly maxUnavailable: number; readonly selector: Labels };
  readonly 'resource-quota': MetaView & { readonly hard: Tree };
  readonly secret: MetaView & { readonly stringData: Labels };
  readonly service: MetaView & { readonly ports: readonly Tree[]; readonly selector: Labels; readonly type: string };
}

/** The part of a resource's status that is known without access to a cluster. */
export interface Status {
  readonly phase?: string;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: 'True' | 'False';
    readonly reason: string;
  }[];
  /** Secrets, as namespace/name, that must exist in the cluster and that leasehold does not render. */
  readonly requiredSecrets?: readonly string[];
  /** How the quota of a tenant is split between its namespaces: the total by resource, and the share of each namespace. */
  readonly quota?: {
    readonly name: string;
    readonly total: Readonly<Record<string, string>>;
    readonly shares: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  /** When namespaces sleep, as cron expressions. Without `sleep`, they sleep immediately; without `wake`, they never wake. */
  readonly hibernation?: {
    readonly sleep?: string;
    readonly wake?: string;
    readonly timeZone: string;
    readonly namespaces: readonly string[];
  };
}

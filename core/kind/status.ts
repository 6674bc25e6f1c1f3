/** What a report may say about a resource without asking a cluster. Only a cluster can say more (Running, Ready). */
export interface Status {
  readonly phase?: string;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: 'True' | 'False';
    readonly reason: string;
  }[];
  /** Secrets, as namespace/name, that must exist in the cluster and that leasehold does not render. */
  readonly requiredSecrets?: readonly string[];
  /** How a tenant's quota is split over its namespaces: the total by resource, and the share of each namespace. */
  readonly quota?: {
    readonly name: string;
    readonly total: Readonly<Record<string, string>>;
    readonly shares: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  /** When namespaces sleep, as cron expressions. Without `sleep` they sleep now, without `wake` they never wake. */
  readonly hibernation?: {
    readonly sleep?: string;
    readonly wake?: string;
    readonly timeZone: string;
    readonly namespaces: readonly string[];
  };
}

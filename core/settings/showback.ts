import type { Bodies } from '../../build/contracts.ts';

type Spec = Bodies['platform']['spec'];
type Showback = NonNullable<Spec['showback']>;

/** How the cost of tenants is measured. */
export interface ShowbackSettings {
  readonly basis: 'allocation' | 'usage';
  /** The label of namespaces that identifies the tenant, if it is not the one that every rendered object has. */
  readonly tenantLabel: string | undefined;
  /** The job of kube-state-metrics in Prometheus, if it is not the default. */
  readonly kubeStateMetricsJob: string | undefined;
  /** The name of the cluster in the database. */
  readonly cluster: string;
  readonly opencost: string | undefined;
  readonly prometheus: string | undefined;
  readonly databaseSecret: NonNullable<Showback['databaseSecret']>;
  readonly hourlyDays: number;
  /** An image of leasehold. */
  readonly image: string;
}

/** The default Secret is the one that the FinOps operator reads [sources: finops-6]. */
export function showbackSettings({ showback = {}, images = {} }: Spec): ShowbackSettings {
  const { basis = 'allocation', cluster = 'default', opencost, prometheus, databaseSecret, hourlyDays = 90 } = showback;
  return {
    basis,
    cluster,
    tenantLabel: showback.tenantLabel,
    kubeStateMetricsJob: showback.kubeStateMetricsJob,
    opencost,
    prometheus,
    databaseSecret: databaseSecret ?? { name: 'finops-operator-postgres-config', key: 'POSTGRES_CONNECTION_STRING' },
    hourlyDays,
    image: leaseholdImage(images),
  };
}

/** Every program of leasehold is in one image. */
export function leaseholdImage({ leasehold = 'leasehold:0.1.0' }: NonNullable<Spec['images']>): string {
  return leasehold;
}

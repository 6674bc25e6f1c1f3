import type { Limits } from '../../admission/limits.ts';
import { hibernationAccount, hibernationNamespace, hibernationRole } from './hibernation.ts';
import type { Settings } from './settings.ts';

/** The Kubernetes roles that owners of a namespace can grant. */
const userRoles = ['admin', 'edit', 'view'];

/** The roles that OpenShift binds to service accounts in each namespace [sources: openshift-2]. */
const openShiftRoles = ['system:deployer', 'system:image-builder', 'system:image-puller'];

/**
 * The lists of every tenant: the roles that can be bound, the subjects that leasehold binds in the namespaces of the tenant, no
 * external IPs and, with delegated directories, the secrets that are granted to the tenant.
 */
export function baseLimits(tenant: string, settings: Settings): Limits {
  const { delegates, deployment, flavor, granted } = settings;
  const { secrets, values } = granted(tenant);
  const deploy = deployment ? [`ServiceAccount ${deployment.accountNamespace}/${tenant}-deploy`] : [];
  const kinds = values('ExternalSecret.external-secrets.io', 'spec.secretStoreRef.kind');
  const isAllowed = kinds === 'any' || kinds.includes('ClusterSecretStore');
  const prefixes = isAllowed ? ['', 'ClusterSecretStore/'] : [''];
  const items = secrets.flatMap(({ store, prefix }) => prefixes.map((kind) => `${kind}${store} ${prefix}`));
  return {
    clusterRoles: [...userRoles, ...(flavor === 'openshift' ? openShiftRoles : []), hibernationRole],
    externalIps: [],
    subjects: [...deploy, `ServiceAccount ${hibernationNamespace}/${hibernationAccount}`],
    ...(delegates ? { secrets: items } : {}),
  };
}

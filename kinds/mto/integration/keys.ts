/** The label that assigns a namespace to a Tenant. */
export const mtoTenantLabel = 'stakater.com/tenant';
export const mtoQuotaLabel = 'stakater.com/quota';
/** The name of a namespace without the prefix of its Tenant, or `sandbox`. */
export const mtoKindLabel = 'stakater.com/kind';
export const mtoTenantAnnotation = 'stakater.com/current-tenant';

/** The value of the kind label of a member's namespace. */
export const sandboxKind = 'sandbox';

/** The tenant label as spelled in one guide. Nothing reads it [sources: mto-4]. */
export const wrongTenantLabel = 'tenantoperator.stakater.com/tenant';

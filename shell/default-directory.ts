/** The default directory of the tenants. */
export const defaultDirectory = 'tenants';

/** The directory of the tenants when none is named. */
export const defaultDirectory = 'tenants';

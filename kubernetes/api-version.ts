export interface GroupVersion {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
}

/** Splits `apps/v1` into group and version. An apiVersion without a slash, such as `v1`, is in the core group. */
export function groupVersion(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf('/');
  return { group: apiVersion.slice(0, Math.max(0, slash)), version: apiVersion.slice(slash + 1) };
}

export function groupOf(apiVersion: string): string {
  return groupVersion(apiVersion).group;
}

/** Joins a group and a version: `apps/v1`, or `v1` for the core group. */
export function apiVersionOf({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`;
}

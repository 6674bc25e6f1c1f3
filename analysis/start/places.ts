import type { Layout } from '../../core/resolve/authority.ts';

/** The location of a tenant's files. */
export interface Places {
  readonly directory: string;
  /** Whether a file is in the Platform's directory and not about another tenant. */
  readonly isShared: (file: string) => boolean;
}

/** Undefined if the repository has no directory for each tenant. */
export function placesIn({ tenants, authorityOf }: Layout, tenant: string): Places | undefined {
  if (tenants === undefined) return undefined;
  const isShared = (file: string) => {
    const found = authorityOf(file);
    return found.sort === 'platform' && [undefined, tenant].includes(found.about);
  };
  return { directory: `${tenants}${tenant}`, isShared };
}

import { ownersOf } from './codeowners.ts';
import { newFile } from './directories.ts';
import type { Repository } from './repository.ts';

/**
 * The owners of directories according to CODEOWNERS. All names are in lower case, because GitHub ignores the case of users and
 * teams.
 */
export interface DirectoryOwners {
  /** The owners of new files in the Platform's directory. */
  readonly platform: ReadonlySet<string>;
  /** The tenant of each owner of a tenant's directory who does not own the Platform's directory. */
  readonly tenants: ReadonlyMap<string, string>;
}

/** Undefined without a directory per tenant: all authors then trust each other. */
export function directoryOwners({ codeOwners, directories }: Repository): DirectoryOwners | undefined {
  if (!directories) return undefined;
  const of = (file: string) => (codeOwners ? ownersOf(codeOwners.rules, file).map((owner) => owner.toLowerCase()) : []);
  const platform = new Set(directories.platforms.map(newFile).flatMap(of));
  const tenants = directories.tenants.flatMap(({ tenant, directory }) =>
    of(newFile(directory)).map((owner) => [owner, tenant] as const),
  );
  return { platform, tenants: new Map(tenants.filter(([owner]) => !platform.has(owner))) };
}

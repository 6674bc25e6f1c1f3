import type { ChangeRecord, Checks, PullRequest } from './record.ts';

/** What a forge states about a pull request. */
export interface PullState {
  readonly state: 'open' | 'merged' | 'closed';
  readonly checks: Checks;
  readonly mergeCommit: string | undefined;
}

/** Where changes are reviewed. All methods reject with a ForgeError. Opening a change twice opens one pull request. */
export interface Forge {
  /** `none`: nothing can be proposed. */
  readonly kind: 'github' | 'gitlab' | 'gitea' | 'local' | 'none';
  readonly open: (change: Submission) => Promise<PullRequest>;
  readonly stateOf: (change: ChangeRecord) => Promise<PullState>;
  readonly close: (change: ChangeRecord) => Promise<void>;
}

export interface Submission {
  readonly id: string;
  readonly commit: string;
  readonly title: string;
  readonly description: string;
}

/** `unavailable`: trying again can help. `refused`: the forge answered, and does not accept the change. */
export class ForgeError extends Error {
  readonly why: 'unavailable' | 'refused';
  constructor(why: ForgeError['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** The branch, or topic, of a change. */
export function branchOf({ id }: { readonly id: string }): string {
  return `leasehold/${id}`;
}

/** A failure of git or of a request, without credentials. */
export function forgeError(error: unknown): ForgeError {
  if (error instanceof ForgeError) return error;
  const message = (error instanceof Error ? error.message : String(error)).replace(/\/\/[^/@\s]*@/g, '//');
  const refused = /\b(?:401|403|404|422)\b|denied|declined|rejected|Authentication failed|not permitted|not found/i;
  return new ForgeError(refused.test(message) ? 'refused' : 'unavailable', message.slice(0, 500));
}

const refuse = async () => {
  throw new ForgeError('refused', 'no forge is configured');
};

/** For a configuration without a forge, and for a directory outside of Git. */
export const noForge: Forge = { kind: 'none', open: refuse, stateOf: refuse, close: refuse };

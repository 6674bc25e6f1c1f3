import type { ChangeRecord, Checks, PullRequest } from './record.ts';

/** The state of a pull request on a forge. */
export interface PullState {
  readonly state: 'open' | 'merged' | 'closed';
  readonly checks: Checks;
  readonly mergeCommit: string | undefined;
}

/**
 * The service on which changes are reviewed. A failed request or push to a remote forge rejects with a ForgeError.
 * Opening a change is idempotent.
 */
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

/** `unavailable`: a retry can succeed. `rejected`: the forge responded and does not accept the change. */
export class ForgeError extends Error {
  readonly why: 'unavailable' | 'rejected';
  constructor(why: ForgeError['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** A push opened a pull request, but the forge does not list it yet. A later attempt finds it. */
export function notListed(): ForgeError {
  return new ForgeError('unavailable', 'the forge received the change, but does not list its pull request yet');
}

/** The name of the branch or topic of a change. */
export function branchOf({ id }: { readonly id: string }): string {
  return `leasehold/${id}`;
}

/** The error of a failed git command or request, without the credentials in its URLs. */
export function forgeError(error: unknown): ForgeError {
  if (error instanceof ForgeError) return error;
  const message = (error instanceof Error ? error.message : String(error)).replace(/\/\/[^/@\s]*@/g, '//');
  const rejected = /\b(?:401|403|404|422)\b|denied|declined|rejected|Authentication failed|not permitted|not found/i;
  return new ForgeError(rejected.test(message) ? 'rejected' : 'unavailable', message.slice(0, 500));
}

const reject = async () => {
  throw new ForgeError('rejected', 'no forge is configured');
};

/** The forge of a configuration without one, and of a directory outside Git. */
export const noForge: Forge = { kind: 'none', open: reject, stateOf: reject, close: reject };

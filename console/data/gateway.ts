import type { Change as ObjectChange, Risk } from '../../analysis/diff/change.ts';
import type { Problem } from '../../core/problem/problem.ts';

/** Who is signed in: the response to `GET /api/v1/session`. */
export interface Session {
  readonly user: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly platformRoles: readonly string[];
  /** Tenants in which the person has a role. */
  readonly tenants: readonly { readonly name: string; readonly role: string }[];
  /** The actions that the person is allowed to perform for every tenant. */
  readonly everywhere: readonly string[];
  /** `none`: nothing can be proposed. */
  readonly forge: string;
  /** `stored`: costs are in a database. `recorded`: they are in the repository. */
  readonly costs: 'stored' | 'recorded';
  /** The newest commit. */
  readonly head: string;
  /** The path that signs the person out; undefined for the local console. */
  readonly signOut?: string | undefined;
}

export const changeStates = ['pending', 'open', 'merged', 'applied', 'closed'] as const;
export type ChangeState = (typeof changeStates)[number];

/** A submitted change. */
export interface SubmittedChange {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly user: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly commit: string;
  readonly files: readonly string[];
  readonly tenants: readonly string[];
  readonly risk?: Risk | undefined;
  readonly needsPlatform: boolean;
  readonly state: ChangeState;
  readonly pull?: { readonly number?: number | undefined; readonly url?: string | undefined } | undefined;
  readonly checks?: string | undefined;
  /** Why the forge has not received it. */
  readonly failure?: string | undefined;
}

/** The effect of a change on the newest commit: the response to `POST /api/v1/previews`. */
export interface ChangeEffect {
  readonly base: string;
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly baseProblems: readonly Problem[];
  readonly changes: readonly ObjectChange[];
  /** The number of changed objects that the person is not allowed to see. */
  readonly hiddenChanges: number;
  readonly verdict: {
    readonly verdict: 'allowed' | 'request' | 'denied';
    readonly reasons: readonly string[];
  };
  readonly ceiling?: { readonly before?: Amount | undefined; readonly after?: Amount | undefined } | undefined;
}

interface Amount {
  readonly amount: number;
  readonly currency: string;
}

/** A file that changed since the commit that the person edited. */
export interface Conflict {
  readonly path: string;
  readonly base: string;
  readonly theirs: string;
  readonly yours: string;
  readonly merged: { readonly text: string; readonly hasConflicts: boolean };
}

/** A file in a request; null deletes it. */
export interface FileEdit {
  readonly path: string;
  readonly text: string | null;
}

export interface ChangeRequest {
  readonly title: string;
  readonly description: string;
  readonly files: readonly FileEdit[];
}

/** Why the gateway did not perform a request. */
export type Failure =
  | { readonly why: 'conflict'; readonly head: string; readonly conflicts: readonly Conflict[] }
  /** The branch no longer contains the commit that the person edited. */
  | { readonly why: 'rewritten' }
  | { readonly why: 'denied'; readonly reasons: readonly string[] }
  | { readonly why: 'invalid'; readonly detail: string; readonly problems: readonly Problem[] }
  /** The forge has not received the change. The gateway stores it and retries. */
  | { readonly why: 'kept'; readonly detail: string; readonly change: SubmittedChange }
  | { readonly why: 'unavailable'; readonly detail: string }
  | { readonly why: 'missing' }
  | { readonly why: 'signed-out' };

export type Reply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

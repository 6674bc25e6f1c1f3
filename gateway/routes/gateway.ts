import type { Changes } from '../changes/changes.ts';
import type { Limits } from '../limits/limits.ts';
import type { Live } from '../live/live.ts';
import type { Authenticator } from '../session/authenticator.ts';
import type { Sessions } from '../session/sessions.ts';
import type { StoredCosts } from '../store/stored-costs.ts';
import type { Work } from '../work/work.ts';
import type { Branch } from '../world/branch.ts';
import type { Events } from '../world/events.ts';
import type { TenantRepository } from '../world/repository.ts';

/** Everything that the routes use. */
export interface Gateway {
  readonly repository: TenantRepository;
  readonly branch: Branch;
  /** Computes what needs the files of a commit. */
  readonly work: Work;
  /** Fetches the branch. Never rejects. */
  readonly update: () => Promise<void>;
  /** Whether the database responds. True without one. */
  readonly isStored: () => Promise<boolean>;
  readonly sessions: Sessions;
  /** How people sign in. */
  readonly authenticator: Authenticator;
  readonly changes: Changes;
  readonly limits: Limits;
  /** The number of your proxies in front of the gateway, which report the address of the client. */
  readonly proxies: number;
  readonly events: Events;
  readonly live: Live;
  readonly site: SiteContent;
  /** The costs in the database of showback; undefined without one. Replaces the recorded usage. */
  readonly costs: StoredCosts | undefined;
  /** The key that signs cursors. */
  readonly secret: string;
  readonly log: (text: string) => void;
}

/** The files of the console, and the data for administrators, because their browsers render the whole repository. */
export interface SiteContent {
  readonly file: (path: string) => { readonly type: string; readonly contents: Uint8Array | string } | undefined;
  readonly data: Readonly<Record<string, () => string | Promise<string>>>;
}

import type { Served } from '../gateway/loopback.ts';
import type { SiteContent } from '../gateway/routes/gateway.ts';
import type { RevisionFiles } from '../io/git.ts';
import type { SourceCommit } from '../io/git-facts.ts';
import type { ApiAnswer } from '../io/github-reader.ts';
import type { Helm } from '../io/helm.ts';
import type { Finished } from '../io/kubectl.ts';
import type { WriteRequest, WriteResult } from '../io/output.ts';
import type { Repository } from '../io/repository.ts';
import type { SiteFile } from '../io/site.ts';
import type { OffsetAt } from '../kubernetes/next-run.ts';
import type { SourceFile } from '../leasehold.ts';
import type { FetchJson } from '../showback/source.ts';

/** Everything that a command can access. Tests pass literals, and cli/program.ts passes the machine. */
export interface Ports {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly terminal: Terminal;
  readonly files: Files;
  /** All of standard input. */
  readonly readInput: () => string;
  /** The input files of a Git revision below a path. */
  readonly readRevision: (revision: string, path: string) => RevisionFiles;
  /**
   * The full name of a revision, which is never the name of a directory. HEAD, `refs/heads/main` and full SHAs are full names,
   * whether or not they exist. Undefined if no revision has the name.
   */
  readonly fullRevision: (revision: string) => string | undefined;
  /** The merge base of two revisions. */
  readonly mergeBase: (one: string, other: string) => string | undefined;
  /** Why the working directory has no Git revision, as a clause. Undefined if it has one. */
  readonly repositoryProblem: () => string | undefined;
  /** The URL of the remote repository `origin` of a checkout. */
  readonly originOf: (directory: string) => string | undefined;
  /** The checked-out commit; undefined if the files of the directories differ from it, or are not in a repository. */
  readonly commitOf: (directories: readonly string[]) => SourceCommit | undefined;
  /** Helm, for the one command that needs it. */
  readonly openHelm: () => Helm;
  /** The user's own kubectl, for the commands that use a cluster. */
  readonly kubectl: (args: readonly string[], input?: string) => Finished;
  readonly github: GitHubAccess;
  /** Milliseconds from an arbitrary start. */
  readonly clock: () => number;
  readonly time: Time;
  readonly costs: CostAccess;
  readonly site: SiteAccess;
}

/** What the console reads, writes and serves. */
export interface SiteAccess {
  /** The files that the build writes for browsers. Empty without a build. */
  readonly assets: () => readonly SiteFile[];
  readonly realDirectory: (directory: string) => string;
  readonly pathFrom: (root: string, path: string) => string;
  readonly openRepository: (directory: string) => Repository | undefined;
  readonly write: (directory: string, files: readonly SiteFile[], mark: string) => boolean;
  readonly serve: (site: LocalSite) => Promise<Served>;
  /** Starts the gateway. The message of a failure is about the configuration, the environment or the start. */
  readonly runGateway: (config: string) => Promise<GatewayResult>;
}

/** A console of a directory, for the user of this machine. */
export interface LocalSite {
  /** Relative to the root of the repository or, outside of Git, to the parent directory. */
  readonly directory: string;
  readonly repository: Repository | undefined;
  /** The files of a directory outside of Git. */
  readonly files: () => readonly SourceFile[];
  readonly data: SiteContent['data'];
  readonly usage: () => string | undefined;
  /** 0 for any free port. */
  readonly port: number;
  /** The response to requests without a session. */
  readonly denial: string;
}

export type GatewayResult =
  | { readonly ok: true; readonly port: number; readonly ended: Promise<void> }
  /** `isOfStart` marks an error that is not about the configuration or the environment. */
  | { readonly ok: false; readonly message: string; readonly isOfStart?: true };

/** Where costs are measured and stored. */
export interface CostAccess {
  /** Variables of the environment, which a CostJob sets. */
  readonly variable: (name: string) => string | undefined;
  /** A function that fetches JSON, with a limit in milliseconds. */
  readonly fetchWithin: (milliseconds: number) => FetchJson;
  /** The cost database. Loaded when it is used. */
  readonly openStore: () => Promise<typeof import('../showback/stored-bill.ts')>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The time of day. No render depends on it. */
export interface Time {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Undefined for a time zone that is unknown on the machine. */
  readonly offsetsOf: (timeZone: string) => OffsetAt | undefined;
}

/** GitHub, with the token of the user. */
export interface GitHubAccess {
  /** `github.com`, or the host of GitHub Enterprise. */
  readonly host: string;
  /** `OWNER/NAME`, if the environment specifies a repository. */
  readonly repository: string | undefined;
  /** Reads a path of the API. Undefined without a token. */
  readonly read: ((path: string) => Promise<ApiAnswer>) | undefined;
}

/** Properties of the output. */
export interface Terminal {
  readonly stdoutIsTty: boolean;
  readonly stderrIsTty: boolean;
  readonly columns: number;
  readonly isCi: boolean;
  /** `auto` colors the output of a terminal. */
  readonly color: 'auto' | 'always' | 'never';
  /** Print only errors and results. */
  readonly isQuiet: boolean;
}

export interface Files {
  readonly kindOf: (path: string) => 'directory' | 'file' | 'nothing';
  /** Whether a directory is empty. */
  readonly isEmpty: (path: string) => boolean;
  readonly readTree: (root: string, onFile: (done: number, of: number) => void) => readonly SourceFile[];
  /** The files of one tenant below a directory. Undefined if all files must be read. */
  readonly readTenant: (root: string, tenant: string) => readonly SourceFile[] | undefined;
  /** The text of a file. Undefined if the file does not exist. */
  readonly readText: (path: string) => string | undefined;
  /** Creates a file. False if it already exists. */
  readonly create: (path: string, text: string) => boolean;
  /** Writes a file as a whole, so that a failure leaves the earlier content. */
  readonly replace: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
  readonly writeOutput: (request: WriteRequest) => WriteResult;
  /** Whether `inner` is `outer` or below it, after following links. */
  readonly isWithin: (inner: string, outer: string) => boolean;
}

/**
 * Exit codes: success, errors in the input files or a failed operation, a usage error, a bug in leasehold, and a change beyond a
 * limit.
 */
export const exitCodes = { success: 0, problems: 1, usage: 2, bug: 3, limit: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

import type { PathKind } from '../io/files.ts';
import type { AuthorsIn } from '../io/read.ts';
import type { SourceFile } from '../leasehold.ts';

/** The input from Argo CD's plugin server: the arguments, the environment and the application's directory. */
export interface Invocation {
  readonly argv: readonly string[];
  readonly env: Environment;
  /** Absolute path of the application inside a copy of the repository. */
  readonly cwd: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The only side effects of the plugin: reading files of the repository and writing two streams. */
export interface Ports {
  /** Resolves when everything is written; rejects if that fails, for example because the reader has closed the stream. */
  readonly stdout: (text: string) => Promise<void>;
  readonly stderr: (text: string) => void;
  readonly kindOf: (path: string) => PathKind;
  readonly isLink: (path: string) => boolean;
  /** Whether `inner` is `outer` or a path below it, after following links. */
  readonly isWithin: (inner: string, outer: string) => boolean;
  /** `authorsIn` finds the authors of files. The directories of untrusted authors have size limits. */
  readonly readTree: (folder: string, authorsIn?: AuthorsIn) => readonly SourceFile[];
  /** Also reads the Platform's directory above or next to the folder, if there is one. Reads nothing above the root. */
  readonly readTenants: (folder: string, root: string) => readonly SourceFile[];
  /** The attribute files above the folders that can change the content of files in them. Reads nothing above the root. */
  readonly attributesAbove: (folders: readonly string[], root: string) => readonly SourceFile[];
  /** One file, bounded in size; a link that leaves the root is not followed. */
  readonly readSourceFile: (path: string, root: string) => SourceFile;
}

/** If the code is not 0, Argo CD shows stderr and keeps the live objects. */
export type ExitCode = 0 | 1;

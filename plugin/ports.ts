import type { PathKind } from '../io/files.ts';
import type { SourceFile } from '../leasehold.ts';

/** What Argo CD's plugin server gives: the command's words, its environment, and the application's directory. */
export interface Inputs {
  readonly argv: readonly string[];
  readonly env: Environment;
  /** Absolute path of the application inside a copy of the repository. */
  readonly cwd: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** All that the plugin may touch: it reads files below the repository's root and writes two streams. */
export interface Ports {
  /** Resolves when all of it is with the reader; rejects when the reader is gone. */
  readonly stdout: (text: string) => Promise<void>;
  readonly stderr: (text: string) => void;
  readonly kindOf: (path: string) => PathKind;
  /** True when one path is the other or lies below it, links followed. */
  readonly isWithin: (inner: string, outer: string) => boolean;
  readonly readTree: (folder: string) => readonly SourceFile[];
  /** One file, bounded in size; a link that leaves the root is not followed. */
  readonly readOne: (path: string, root: string) => SourceFile;
}

/** Anything but 0 makes Argo CD show stderr and keep what it has. */
export type ExitCode = 0 | 1;

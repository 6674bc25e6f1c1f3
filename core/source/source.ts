import type { Path } from '../../data/tree.ts';

/** A file as the shell read it. Why it could not be read is data too, so that one run reports every file. */
export type SourceFile = ReadableFile | UnreadableFile;

export interface ReadableFile {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface UnreadableFile {
  readonly path: string;
  readonly unreadable: 'binary' | 'too-large' | 'link-outside' | 'directory-link' | 'source-override' | 'no-access';
}

/**
 * The file's own name, without the directories above it. Output names its sources so: how a directory was called on the
 * command line, and where a checkout lies, must not change a byte of it.
 */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Where a resource was written: a document of a file and, for an item of a List, the path inside it. */
export interface Origin {
  readonly file: string;
  readonly document: number;
  readonly base: Path;
  /** For a document that was converted from an older version: where its fields were written. */
  readonly moved?: readonly Move[];
}

/** A field, or all below it, that stands elsewhere in the file than in the document in hand. */
export interface Move {
  readonly now: Path;
  readonly written: Path;
}

/** Where a field of the document in hand is written in the document of the file. */
export function writtenPath({ moved = [] }: Origin, path: Path): Path {
  const move = moved.find(({ now }) => now.every((step, index) => path[index] === step));
  return move ? [...move.written, ...path.slice(move.now.length)] : path;
}

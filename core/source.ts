/** A file as the shell read it. Why it could not be read is data too, so that one run reports every file. */
export type SourceFile = ReadableFile | UnreadableFile;

export interface ReadableFile {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface UnreadableFile {
  readonly path: string;
  readonly unreadable: 'binary' | 'too-large' | 'link-outside' | 'directory-link' | 'no-access';
}

/**
 * The file's own name, without the directories above it. Output names its sources so: how a directory was called on the
 * command line, and where a checkout lies, must not change a byte of it.
 */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export type Path = readonly (string | number)[];

/** Where a resource was written: a document of a file and, for an item of a List, the path inside it. */
export interface Origin {
  readonly file: string;
  readonly document: number;
  readonly base: Path;
}

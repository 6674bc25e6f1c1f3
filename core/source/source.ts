import type { Path } from '../../data/tree.ts';

/** A file as the program read it. A failed read is data too, so that a single run reports every such file. */
export type SourceFile = ReadableFile | UnreadableFile;

export interface ReadableFile {
  /** Relative to the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface UnreadableFile {
  readonly path: string;
  /** `other-name` is a file that is ignored because its name ends differently, such as `acme.yaml.bak`. */
  readonly unreadable:
    | 'binary'
    | 'too-large'
    | 'link'
    | 'submodule'
    | 'empty-directory'
    | 'name'
    | 'other-name'
    | 'source-override'
    | 'attributes'
    | 'no-access'
    /** The first file of a tenant's directory with too many files or bytes. The directory's other files are omitted. */
    | 'large-directory'
    /** A tenant's directory with too many files and folders, or folders inside each other. None of its files is read. */
    | 'many-entries';
}

/**
 * The file name without directories. Output refers to its sources by this name, because the output must not depend on the
 * path on the command line or the location of the checkout.
 */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * The text of a file in which every YAML line break ends with a line feed. A single carriage return is a line break too:
 * readers that ignore it treat the rest of the file as a comment. The length and all positions stay the same.
 */
export function linesOf({ text }: ReadableFile): string {
  return text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
}

/** The source of a resource: a document in a file. */
export interface Origin {
  readonly file: string;
  /** The index of the document in the file. */
  readonly document: number;
  /** The path of a List item in its document. Empty if the resource is the whole document. */
  readonly base: Path;
  /** Fields that moved, for each transformation of the document. The last transformation comes first. */
  readonly moved?: readonly (readonly Move[])[];
}

/** A field, including everything below it, that moved to another path. */
export interface Move {
  /** The path in the transformed document. */
  readonly now: Path;
  /** The path before the transformation. */
  readonly written: Path;
}

/** Returns the path in the file for a field of the transformed document. */
export function writtenPath({ moved = [] }: Origin, path: Path): Path {
  return moved.reduce(beforeMoves, path);
}

/** The path of a field before it moved. */
function beforeMoves(path: Path, moves: readonly Move[]): Path {
  const move = moves.find(({ now }) => now.every((step, index) => path[index] === step));
  return move ? [...move.written, ...path.slice(move.now.length)] : path;
}

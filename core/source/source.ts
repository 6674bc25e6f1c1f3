import type { Path } from '../../data/tree.ts';

/** A file as the shell read it. A failed read is data, too, so that a single run reports every such file. */
export type SourceFile = ReadableFile | UnreadableFile;

export interface ReadableFile {
  /** Relative to the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface UnreadableFile {
  readonly path: string;
  /** `other-name` is a file that is not read because its name ends in something else, such as `acme.yaml.bak`. */
  readonly unreadable:
    | 'binary'
    | 'too-large'
    | 'link'
    | 'submodule'
    | 'empty-directory'
    | 'name'
    | 'other-name'
    | 'source-override'
    | 'no-access';
}

/**
 * The file name without directories. Output refers to its sources by this name, because neither the path on the command
 * line nor the location of the checkout may change the output.
 */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * The text of a file with every line break that YAML knows as a line feed. A lone carriage return is one of them: readers
 * that miss it take the rest of the file for a comment. The length stays the same, and so do positions.
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
  /** The fields that are elsewhere in the file, by each change of the document's form. The last change is first. */
  readonly moved?: readonly (readonly Move[])[];
}

/** A field, including everything below it, that moved to another path. */
export interface Move {
  /** The path in the changed document. */
  readonly now: Path;
  /** The path in the document before the change. */
  readonly written: Path;
}

/** Returns the path in the file of a field in the changed document. */
export function writtenPath({ moved = [] }: Origin, path: Path): Path {
  return moved.reduce(beforeMoves, path);
}

/** The path of a field before it moved. */
function beforeMoves(path: Path, moves: readonly Move[]): Path {
  const move = moves.find(({ now }) => now.every((step, index) => path[index] === step));
  return move ? [...move.written, ...path.slice(move.now.length)] : path;
}

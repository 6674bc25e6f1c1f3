/** Changes to the files of a commit. */
export interface TreeChange {
  /** The commit that the changes apply to; undefined for a first commit. */
  readonly parent: string | undefined;
  readonly write: readonly { readonly path: string; readonly text: string }[];
  /** Paths of files. */
  readonly remove: readonly string[];
}

/**
 * The input of `git fast-import` for one commit of non-executable files. Committer and time are placeholders: only the tree
 * is used. Source: git-fast-import(1).
 */
export function fastImportStream({ parent, write, remove }: TreeChange, ref: string): Buffer {
  const parts: (string | Buffer)[] = [`commit ${ref}\ncommitter leasehold <leasehold@localhost> 0 +0000\ndata 0\n`];
  if (parent !== undefined) parts.push(`from ${parent}\n`);
  for (const path of remove) parts.push(`D ${quoted(path)}\n`);
  for (const { path, text } of write) {
    const bytes = Buffer.from(text);
    parts.push(`M 100644 inline ${quoted(path)}\ndata ${bytes.length}\n`, bytes, '\n');
  }
  parts.push('done\n');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

/** Quotes a path in C style, as Git does. */
function quoted(path: string): string {
  const escaped = path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
  return `"${escaped}"`;
}

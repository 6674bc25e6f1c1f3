import type { FieldEdit, Intent } from '../../core/kind/capabilities.ts';
import type { AnyKind } from '../../core/kind/kind.ts';
import type { Resolved } from '../../core/resolve/resolve.ts';
import { type Origin, writtenPath } from '../../core/source/source.ts';
import type { Path, Tree } from '../../data/tree.ts';

/** What an intent changes: existing documents, or a new one. Both lists are empty if the intent does not concern the files. */
export interface Expansion {
  readonly documents: readonly { readonly origin: Origin; readonly edits: readonly FieldEdit[] }[];
  readonly additions: readonly Tree[];
}

/** Finds the documents that an intent changes. Paths are those in the file. */
export function expandIntent(kinds: readonly AnyKind[], { tenants }: Resolved, intent: Intent): Expansion {
  const documents = [...tenants.keys()].flatMap(({ kind, namespace, name, document: { body, origin } }) => {
    const edits = kind.edits?.(intent, { namespace, name, body });
    return edits ? [{ origin, edits: edits.map((edit) => inFile(edit, origin)) }] : [];
  });
  const additions = kinds.flatMap((kind): readonly Tree[] => {
    const added = kind.addition?.(intent);
    return added ? [added] : [];
  });
  return { documents, additions };
}

function inFile(edit: FieldEdit, origin: Origin): FieldEdit {
  if (edit.op === 'remove-document') return edit;
  const path: Path = [...origin.base, ...writtenPath(origin, edit.path)];
  return { ...edit, path };
}

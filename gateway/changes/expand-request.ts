import type { Edit } from '../../console/model/edits.ts';
import type { World } from '../../console/model/world.ts';
import type { FieldEdit, Intent } from '../../core/kind/capabilities.ts';
import { type Tree, textAt } from '../../data/tree.ts';
import { directoriesFor, expand, type SourceFile } from '../../leasehold.ts';
import { editField, removeDocument } from '../../yaml/edit-field.ts';
import { printYaml } from '../../yaml/print-yaml.ts';

/** The edits that implement an intent; none if it changes nothing. */
export function editsOf(world: World, intent: Intent, directory: string): readonly Edit[] {
  const { files } = world;
  const { documents, additions } = expand(world.version().resolved, intent);
  const texts = new Map<string, string | undefined>();
  // Documents are removed from the end of a file first, so that the positions of the others stay valid.
  const last = documents.toSorted((a, b) => b.origin.document - a.origin.document);
  for (const { origin, edits } of last)
    for (const edit of edits) {
      const text = texts.get(origin.file) ?? textOf(files, origin.file);
      if (text !== undefined) texts.set(origin.file, edited(text, origin.document, edit));
    }
  const changed = [...texts].map(([path, text]) => ({ path, text: text === '' ? undefined : text }));
  return [
    ...changed.filter(({ path, text }) => text !== textOf(files, path)),
    ...additions.map((one) => added(world, one, directory)),
  ];
}

function textOf(files: readonly SourceFile[], path: string): string | undefined {
  const file = files.find((one) => one.path === path);
  return file && 'text' in file ? file.text : undefined;
}

function edited(text: string, document: number, edit: FieldEdit): string {
  if (edit.op === 'remove-document') return removeDocument(text, document) ?? text;
  return editField(text, document, edit) ?? text;
}

/** A new file, named after the kind, namespace and name of the document. */
function added(world: World, document: Tree, directory: string): Edit {
  const [kind, namespace, name] = [
    textAt(document, 'kind').toLowerCase(),
    textAt(document, 'metadata', 'namespace'),
    textAt(document, 'metadata', 'name'),
  ];
  const text = `${printYaml(document, 0).trim()}\n`;
  const draft = { path: `${directory}/draft.yaml`, text };
  const folder = directoriesFor(world.version().resolved, draft)?.directory.replace(/\/$/, '') ?? directory;
  return { path: `${folder}/${kind}-${namespace}-${name}.yaml`, text };
}

import { contracts } from '../../build/contracts.ts';
import { isOldKind } from '../../core/kind/kind.ts';
import { shapeOf } from '../../core/print/shape.ts';
import { kinds } from '../../kinds/index.ts';
import { emitsOf, validCorpus } from '../../test/corpus.ts';
import { table } from './table.ts';

/**
 * The objects that each kind renders, according to its cases. An older API version renders the same objects as the kind that
 * replaced it.
 */
export function kindMatrix(): string {
  const rows = kinds.map((one) => {
    const { id, conversion } = one;
    const { apiVersion, folder, kind } = contracts[id];
    const own = validCorpus().filter(({ name }) => name.startsWith(`${folder}/`));
    const emits = own.flatMap(({ files }) => emitsOf(files, id));
    const shapes = new Set(
      emits.map((emit) => ('object' in emit ? 'the objects of its Template' : shapeOf(emit.shape).kind)),
    );
    const made = [...shapes].sort().join(', ') || 'none of its own';
    const objects = conversion && isOldKind(one) ? `those of \`${contracts[conversion.becomes].apiVersion}\`` : made;
    return [`[${kind}](${folder}/README.md)`, `\`${apiVersion}\``, objects];
  });
  return table(['kind', 'apiVersion', 'objects'], rows);
}

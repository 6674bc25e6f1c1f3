import { schemaAt } from '../../core/validate/schema-at.ts';
import { isSame, type Path, type Tree, valueAt } from '../../data/tree.ts';

/** Whether a field or one of its parents has its default value. Always false in a list. */
export function isDefault(schema: Tree, path: Path, body: unknown): boolean {
  if (path.some((step) => typeof step === 'number')) return false;
  return path.some((_, index) => {
    const field = path.slice(0, index + 1);
    const standard = schemaAt(schema, field)['default'];
    return standard !== undefined && isSame(standard, valueAt(body, ...field));
  });
}

import type { Emit } from '../../../core/print/shape.ts';
import { mappings } from './mappings.ts';
import { readObject } from './object.ts';
import { templateObjects } from './template-objects.ts';
import type { TemplateTarget } from './template-target.ts';

/** All objects of a Template for one namespace. Reports and omits invalid objects. */
export function expand(target: TemplateTarget): readonly Emit[] {
  const objects = templateObjects(target).flatMap((tree) => {
    const result = readObject(tree, target);
    if (result.ok) return [{ object: result.object }];
    target.report(result.code, `Template ${target.template.name}: ${result.message}`, { fix: result.fix });
    return [];
  });
  return [...objects, ...mappings(target)];
}

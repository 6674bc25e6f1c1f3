import type { Emit } from '../../../core/print/shape.ts';
import { mappings } from './mappings.ts';
import { readObject } from './object.ts';
import type { Target } from './target.ts';
import { writtenObjects } from './written-objects.ts';

/** All objects of a Template for one namespace. What is at fault is told and left out. */
export function expand(target: Target): readonly Emit[] {
  const objects = writtenObjects(target).flatMap((tree) => {
    const reading = readObject(tree, target);
    if (reading.ok) return [{ object: reading.object }];
    target.tell(reading.code, `Template ${target.template.name}: ${reading.message}`, { fix: reading.fix });
    return [];
  });
  return [...objects, ...mappings(target)];
}

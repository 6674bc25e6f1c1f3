import { passGate } from '../../../core/gate/gate.ts';
import type { Author, IsLiteral } from '../../../core/gate/gate-target.ts';
import type { Emit } from '../../../core/print/shape.ts';
import { mappings } from './mappings.ts';
import { templateObjects } from './template-objects.ts';
import type { TemplateTarget } from './template-target.ts';

/** All objects of a Template for one namespace. Reports and omits objects that do not pass the gate. */
export function expand(target: TemplateTarget): readonly Emit[] {
  const { namespace, isClusterInstance: isRepeated, world } = target;
  const objects = templateObjects(target).flatMap(({ tree, isLiteral }) => {
    const author = authorOf(isLiteral, target);
    const result = passGate(tree, { author, namespace, isRepeated, settings: world.settings });
    if (result.ok) return [{ object: result.object }];
    for (const { code, message, fix } of result.problems)
      target.report(code, `Template ${target.template.name}: ${message}`, { fix });
    return [];
  });
  return [
    ...objects,
    ...mappings(
      target,
      objects.map(({ object }) => object),
    ),
  ];
}

function authorOf(isLiteral: IsLiteral, { isDelegated, tenant, world }: TemplateTarget): Author {
  return isDelegated ? { sort: 'tenant', granted: world.settings.granted(tenant), isLiteral } : { sort: 'trusted' };
}

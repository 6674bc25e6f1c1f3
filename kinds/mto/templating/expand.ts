import type { ForeignObject } from '../../../core/gate/foreign-object.ts';
import { passGate } from '../../../core/gate/gate.ts';
import type { Author } from '../../../core/gate/gate-target.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Candidate } from './literal.ts';
import { mappings } from './mappings.ts';
import { templateObjects } from './template-objects.ts';
import type { Target, TemplateTarget } from './template-target.ts';

/** All objects of a Template for one namespace. Reports and omits objects that do not pass the gate. */
export function expand(target: TemplateTarget): readonly Emit[] {
  const objects = passedObjects(templateObjects(target), target);
  return [...objects.map((object) => ({ object })), ...mappings(target, objects)];
}

/** The objects that pass the gate. Reports the others. */
export function passedObjects(candidates: readonly Candidate[], target: Target): readonly ForeignObject[] {
  const { namespace, isClusterInstance: isRepeated, world } = target;
  return candidates.flatMap((candidate) => {
    const { tree, isOfChart = false } = candidate;
    const author = authorOf(candidate, target);
    const result = passGate(tree, { author, namespace, isRepeated, settings: world.settings });
    if (result.ok) return [result.object];
    for (const { code, message, fix } of result.problems)
      target.report(code, `Template ${target.templateName}: ${message}`, {
        fix: isOfChart && code !== 'not-granted' ? chartFix : fix,
      });
    return [];
  });
}

/** Nobody edits the output of Helm. For `not-granted`, the fix of the gate applies, such as a Grant. */
const chartFix = 'change the values of the chart in the Template, and run leasehold vendor';

function authorOf({ isLiteral, isSelected }: Candidate, { isDelegated, tenant, world }: Target): Author {
  if (!isDelegated) return { sort: 'trusted' };
  const author = { sort: 'tenant', granted: world.settings.granted(tenant), isLiteral } as const;
  return isSelected ? { ...author, isSelected } : author;
}

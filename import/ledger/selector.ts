import type { LabelSelector } from '../../kubernetes/label-selector.ts';
import { isTree, listAt, textAt, textsAt } from './leaves.ts';

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/** A label selector of an export; undefined for what is none, or for one without a condition. */
export function readSelector(value: unknown): LabelSelector | undefined {
  if (!isTree(value)) return undefined;
  const matchLabels = Object.fromEntries(textsAt(value, ['matchLabels']));
  const expressions = listAt(value, ['matchExpressions']);
  const matchExpressions = expressions.flatMap((expression) => {
    const operator = operators.find((one) => one === textAt(expression, ['operator']));
    const values = listAt(expression, ['values']).filter((item) => typeof item === 'string');
    return operator ? [{ key: textAt(expression, ['key']), operator, values }] : [];
  });
  if (matchExpressions.length !== expressions.length) return undefined;
  return matchExpressions.length + Object.keys(matchLabels).length === 0
    ? undefined
    : { matchLabels, matchExpressions };
}

import type { IsLiteral, IsSelected } from '../../../core/gate/gate-target.ts';
import { leavesOf } from '../../../data/leaves.ts';
import { isMapping, type Path } from '../../../data/tree.ts';
import { builtInNames, referencesOf } from './references.ts';
import type { TemplateTarget } from './template-target.ts';

type Given = Pick<TemplateTarget, 'given'>;

/**
 * Whether the Template itself wrote a value of a tree, before references are replaced. A reference to the namespace, to the
 * tenant or to a parameter that the instance does not set counts as written by the Template.
 */
export function literalIn(template: unknown, target: Given): IsLiteral {
  return (path) => isLiteralAt(template, path, target);
}

function isLiteralAt(template: unknown, path: Path, target: Given): boolean {
  let node = template;
  for (const step of path) {
    if (typeof node !== 'object' || node === null) return !hasParameters(node, target);
    if (!Object.hasOwn(node, step)) return true;
    node = (node as Readonly<Record<string | number, unknown>>)[step];
  }
  return !hasParameters(node, target);
}

/** Whether a value depends on parameters that the instance sets. */
export function hasParameters(tree: unknown, { given }: Given): boolean {
  const isParameter = (name: string) => given.has(name) && !builtInNames.includes(name.toLowerCase());
  const texts = leavesOf(tree).map(({ value }) => value);
  return texts.some((text) => typeof text === 'string' && referencesOf(text).some(isParameter));
}

/**
 * Whether the chart itself determines a value: any value if the chart's values contain no parameters, otherwise only the kinds.
 */
export function literalInChart(values: unknown, target: Given): IsLiteral {
  return hasParameters(values, target) ? literalKind : () => true;
}

/** In a chart that uses parameters, only apiVersion and kind count as literal, because reviewers see them in the InflatedChart. */
export const literalKind: IsLiteral = ([field]) => field === 'apiVersion' || field === 'kind';

/** An object of a Template before its checks. */
export interface Candidate {
  readonly tree: unknown;
  readonly isLiteral: IsLiteral;
  /** Whether parameters decide which entries the mapping or list at a path has. By default, they do not. */
  readonly isSelected?: IsSelected;
  /** Whether a chart rendered it, so only the chart's values can change it. */
  readonly isOfChart?: boolean;
}

/** Replaces a List with its items. */
export function itemsOf(candidate: Candidate): readonly Candidate[] {
  const { tree, isLiteral, isSelected } = candidate;
  const items = isMapping(tree) && tree['kind'] === 'List' ? tree['items'] : undefined;
  if (!Array.isArray(items)) return [candidate];
  return items.map((item, index) => ({
    ...candidate,
    tree: item,
    isLiteral: (path) => isLiteral(['items', index, ...path]),
    ...(isSelected && { isSelected: (path) => isSelected(['items', index, ...path]) }),
  }));
}

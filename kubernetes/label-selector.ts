import { isMapping } from '../data/tree.ts';

/** A Kubernetes label selector, as metav1.LabelSelector defines it. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelExpression[];
}

const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

interface LabelExpression {
  readonly key: string;
  readonly operator: (typeof operators)[number];
  readonly values?: readonly string[];
}

type Labels = Readonly<Record<string, string>>;

/** Whether the labels meet all requirements of the selector. An empty selector selects everything. */
export function selects({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: Labels): boolean {
  const equal = Object.entries(matchLabels).every(([key, value]) => has(labels, key) && labels[key] === value);
  return equal && matchExpressions.every((expression) => matches(expression, labels));
}

function matches({ key, operator, values = [] }: LabelExpression, labels: Labels): boolean {
  const value = has(labels, key) ? labels[key] : undefined;
  const isListed = value !== undefined && values.includes(value);
  return { In: isListed, NotIn: !isListed, Exists: value !== undefined, DoesNotExist: value === undefined }[operator];
}

function has(labels: Labels, key: string): boolean {
  return Object.hasOwn(labels, key);
}

export function isEmptySelector({ matchLabels = {}, matchExpressions = [] }: LabelSelector): boolean {
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

/**
 * Reads a selector from unvalidated data. Returns undefined if its structure, an operator or the number of values is invalid.
 * Does not check keys and values of labels.
 */
export function readSelector(value: unknown): LabelSelector | undefined {
  return isSelector(value) && !selectorError(value) ? value : undefined;
}

function isSelector(value: unknown): value is LabelSelector {
  if (!isMapping(value)) return false;
  const { matchLabels = {}, matchExpressions = [] } = value;
  return isMapping(matchLabels) && Array.isArray(matchExpressions) && matchExpressions.every(isExpression);
}

function isExpression(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const { key, operator, values = [] } = value;
  return typeof key === 'string' && operators.some((known) => known === operator) && Array.isArray(values);
}

/** Returns the first expression whose number of values does not fit its operator. Does not check keys and values. */
export function selectorError({ matchExpressions = [] }: LabelSelector): SelectorError | undefined {
  return matchExpressions.map(expressionError).find((error) => error !== undefined);
}

export interface SelectorError {
  /** The index in matchExpressions. */
  readonly index: number;
  readonly message: string;
}

function expressionError({ operator, values = [] }: LabelExpression, index: number): SelectorError | undefined {
  const needsValues = operator === 'In' || operator === 'NotIn';
  if (needsValues === values.length > 0) return undefined;
  return { index, message: `operator ${operator} ${needsValues ? 'requires values' : 'does not allow values'}` };
}

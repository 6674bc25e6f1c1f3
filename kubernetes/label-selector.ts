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

/** Whether all conditions hold. An empty selector selects everything. */
export function selects({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: Labels): boolean {
  const equal = Object.entries(matchLabels).every(([key, value]) => has(labels, key) && labels[key] === value);
  return equal && matchExpressions.every((expression) => holds(expression, labels));
}

function holds({ key, operator, values = [] }: LabelExpression, labels: Labels): boolean {
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

/** A selector of unknown content; undefined when the API server would reject it. */
export function readSelector(value: unknown): LabelSelector | undefined {
  return isSelector(value) && !selectorFault(value) ? value : undefined;
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

/** The first condition that the API server would reject; undefined when there is none. */
export function selectorFault({ matchExpressions = [] }: LabelSelector): SelectorFault | undefined {
  return matchExpressions.map(expressionFault).find((fault) => fault !== undefined);
}

export interface SelectorFault {
  readonly index: number;
  readonly message: string;
}

function expressionFault({ operator, values = [] }: LabelExpression, index: number): SelectorFault | undefined {
  const needsValues = operator === 'In' || operator === 'NotIn';
  if (needsValues === values.length > 0) return undefined;
  return { index, message: `${operator} ${needsValues ? 'needs values' : 'takes no values'}` };
}

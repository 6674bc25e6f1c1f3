/** A Kubernetes label selector, as metav1.LabelSelector defines it. */
export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly LabelExpression[];
}

interface LabelExpression {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
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

/** What the API server would refuse in a selector, with the condition it is about; undefined when nothing. */
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

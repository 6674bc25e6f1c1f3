import type { LabelSelector } from './label-selector.ts';

type Expression = NonNullable<LabelSelector['matchExpressions']>[number];

/**
 * Parses a selector in the syntax of kubectl: `a=b,c!=d,e in (f,g),!h,i`. An empty text selects everything. Undefined if the
 * syntax is invalid, or compares numbers as in `a>1`, which a LabelSelector cannot express.
 */
export function parseSelector(text: string): LabelSelector | undefined {
  if (text.trim() === '') return {};
  const parts = text.split(/,(?![^(]*\))/).map((part) => parsePart(part.trim()));
  const expressions = parts.filter((part): part is Expression => part !== undefined);
  return expressions.length === parts.length ? { matchExpressions: expressions } : undefined;
}

const key = '[A-Za-z0-9][-A-Za-z0-9_./]*';
const value = '[A-Za-z0-9]?[-A-Za-z0-9_.]*';
const equality = new RegExp(`^(${key})\\s*(==?|!=)\\s*(${value})$`);
const membership = new RegExp(`^(${key})\\s+(in|notin)\\s*\\(([^()]*)\\)$`);
const existence = new RegExp(`^(!?)\\s*(${key})$`);

function parsePart(text: string): Expression | undefined {
  const [, equalKey, sign, single] = equality.exec(text) ?? [];
  if (equalKey !== undefined)
    return { key: equalKey, operator: sign === '!=' ? 'NotIn' : 'In', values: [single ?? ''] };
  const [, setKey, word, list] = membership.exec(text) ?? [];
  if (setKey !== undefined) {
    const values = (list ?? '').split(',').map((item) => item.trim());
    return { key: setKey, operator: word === 'in' ? 'In' : 'NotIn', values };
  }
  const [, negation, name] = existence.exec(text) ?? [];
  return name === undefined ? undefined : { key: name, operator: negation === '!' ? 'DoesNotExist' : 'Exists' };
}

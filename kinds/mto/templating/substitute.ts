import type { Path } from '../../../data/tree.ts';
import { readFull } from '../../../yaml/full.ts';
import { readPlain } from '../../../yaml/plain.ts';
import { interpolate, wholeReference } from './references.ts';

export interface SubstitutionProblem {
  readonly code: 'bad-format' | 'ambiguous-scalar' | 'not-granted';
  /** The path of the string in the tree. */
  readonly path: Path;
  readonly message: string;
  readonly fix?: string;
}

export interface SubstitutionResult {
  readonly tree: unknown;
  readonly problems: readonly SubstitutionProblem[];
}

/**
 * Substitutes values in the strings of a parsed tree, never in its keys. `${NAME}` inserts text; a string that is only
 * `${{NAME}}` becomes the value parsed as YAML [sources: mto-24]. The tree is printed afterwards, so a value cannot
 * leave its field or end the document. The values of `untrusted` names must be scalars.
 */
export function substitute(tree: unknown, { lookUp, untrusted }: SubstitutionValues): SubstitutionResult {
  const problems: SubstitutionProblem[] = [];
  const visit = (node: unknown, path: Path): unknown => {
    if (typeof node === 'string') return substituteText(node, { path, lookUp, untrusted, problems });
    if (Array.isArray(node)) return node.map((item, index) => visit(item, [...path, index]));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value, [...path, key])]));
  };
  return { tree: visit(tree, []), problems };
}

export interface SubstitutionValues {
  readonly lookUp: (name: string) => string | undefined;
  readonly untrusted: ReadonlySet<string>;
}

interface SubstitutionContext extends SubstitutionValues {
  readonly path: Path;
  readonly problems: SubstitutionProblem[];
}

function substituteText(text: string, { path, lookUp, untrusted, problems }: SubstitutionContext): unknown {
  if (!text.includes('${')) return text;
  const name = wholeReference(text);
  if (name === undefined) return interpolate(text, lookUp);
  const value = lookUp(name);
  if (value === undefined) return text;
  const parsed = parseValue(value);
  const isScalar = typeof parsed.value !== 'object' || parsed.value === null;
  const result = isScalar || !untrusted.has(name) ? parsed : collection;
  for (const problem of result.problems)
    problems.push({ ...problem, path, message: `parameter ${name}: ${problem.message}` });
  return result.value;
}

interface ParsedValue {
  readonly value: unknown;
  readonly problems: readonly Omit<SubstitutionProblem, 'path'>[];
}

/** Parses a single YAML value. Messages never contain the value, because it may be a secret. */
function parseValue(text: string): ParsedValue {
  const scalar = readPlain(`v: ${text}`);
  if (scalar && !text.includes('\n')) return { value: (scalar[0] as { readonly v: unknown }).v, problems: [] };
  const result = readFull(text);
  if (!result.ok) return invalidValue('the value is not valid YAML');
  if (result.bodies.length > 1) return invalidValue('the value contains several YAML documents');
  return { value: result.bodies[0] ?? null, problems: result.ambiguous.length > 0 ? [ambiguous] : [] };
}

function invalidValue(message: string): ParsedValue {
  return {
    value: null,
    problems: [{ code: 'bad-format', message, fix: 'correct the value, or put quotes around it' }],
  };
}

const collection: ParsedValue = {
  value: null,
  problems: [
    {
      code: 'not-granted',
      message: "the value is a list or a mapping, and an instance in a tenant's directory can set only scalars",
      fix: "put quotes around the value, or move the instance to the Platform's directory",
    },
  ],
};

/** The operator parses YAML 1.1, where a part of the value would be a boolean or a different number. */
const ambiguous: Omit<SubstitutionProblem, 'path'> = {
  code: 'ambiguous-scalar',
  message:
    "the value contains text that YAML 1.1 parsers, such as the operator's, read as a boolean or as another number",
  fix: 'use true, false or a plain number, or put quotes around the value',
};

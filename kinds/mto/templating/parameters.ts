import type { ProblemCode } from '../../../core/problem/codes.ts';
import type { Hint } from '../../../core/problem/problem.ts';
import { didYouMean } from '../../../data/nearest.ts';
import type { Path } from '../../../data/tree.ts';
import { compileRe2 } from '../../../kubernetes/re2.ts';
import { builtInNames, type TemplateValues } from './references.ts';

/** A parameter that a Template declares. */
export interface Parameter {
  readonly name: string;
  readonly value?: string;
  readonly required?: boolean;
  readonly validation?: string;
}

/** A parameter that an instance sets. */
export interface Argument {
  readonly name: string;
  readonly value?: string;
}

/** The path is relative to the list of parameters. */
export interface ParameterProblem extends Hint {
  readonly code: ProblemCode;
  readonly path: Path;
  readonly message: string;
}

/**
 * Binds each declared parameter to the value of the instance, of the Template or to an empty string, in this order. The instance
 * must set required parameters and can set only declared ones, to values that match the validation [sources: mto-26].
 */
export function bindParameters(
  parameters: readonly Parameter[],
  args: readonly Argument[],
): { readonly values: TemplateValues; readonly problems: readonly ParameterProblem[] } {
  const set = new Map(args.map(({ name, value = '' }) => [name, value]));
  const values = new Map(parameters.map(({ name, value = '' }) => [name, set.get(name) ?? value]));
  const missing = parameters.filter(({ name, required }) => required && !set.has(name)).map(missingProblem);
  return {
    values,
    problems: [...missing, ...args.flatMap((one, index) => argumentProblems(one, index, { parameters, args }))],
  };
}

function missingProblem({ name, validation }: Parameter): ParameterProblem {
  const form = validation === undefined ? '' : `, with a value that matches ${validation}`;
  const message = `the instance must set the required parameter ${name}`;
  return { code: 'missing-field', path: [], message, fix: `add {name: ${name}, value: ...}${form}` };
}

interface ParameterLists {
  readonly parameters: readonly Parameter[];
  readonly args: readonly Argument[];
}

function argumentProblems(
  { name, value = '' }: Argument,
  index: number,
  lists: ParameterLists,
): readonly ParameterProblem[] {
  const declared = lists.parameters.find((one) => one.name === name);
  if (!declared) return [unknownProblem(name, index, lists.parameters)];
  if (lists.args.findIndex((one) => one.name === name) !== index)
    return [{ code: 'conflicting-fields', path: [index, 'name'], message: `parameter ${name} is set twice` }];
  const reason = declared.validation === undefined ? undefined : mismatch(declared.validation, value);
  if (reason === undefined) return [];
  return [{ code: 'bad-format', path: [index, 'value'], message: `the value of ${name} ${reason}` }];
}

export function unknownProblem(
  name: string,
  index: number,
  parameters: readonly Pick<Parameter, 'name'>[],
): ParameterProblem {
  const choices = parameters.map((one) => one.name);
  const names = choices.join(', ');
  const known =
    ['it has no parameters', `its only parameter is ${names}`][choices.length] ?? `its parameters are ${names}`;
  const message = `the Template does not declare parameter ${name}; ${known}`;
  return { code: 'unknown-field', path: [index, 'name'], message, fix: didYouMean(name, choices), choices };
}

/** The problems of a Template's own parameters. An invalid default causes only a warning, because nothing validates it. */
export function declarationProblems(parameters: readonly Parameter[]): readonly ParameterProblem[] {
  return parameters.flatMap((one, index) => [
    ...nameProblems(one, index, parameters),
    ...(one.validation === undefined ? [] : validationProblems(one, one.validation, index)),
  ]);
}

function nameProblems({ name }: Parameter, index: number, all: readonly Parameter[]): readonly ParameterProblem[] {
  const path = [index, 'name'];
  if (all.findIndex((other) => other.name === name) !== index)
    return [{ code: 'conflicting-fields', path, message: `parameter ${name} is declared twice` }];
  if (!builtInNames.includes(name.toLowerCase())) return [];
  const message = `\${${name}} is always the ${name.toLowerCase()} of the rendered objects, never this parameter`;
  return [{ code: 'ignored-field', path, message, fix: 'rename the parameter' }];
}

function validationProblems(
  { name, value, required }: Parameter,
  validation: string,
  index: number,
): readonly ParameterProblem[] {
  const result = compileRe2(validation);
  const path = [index, 'validation'];
  if ('error' in result) return [{ code: 'bad-format', path, message: result.error }];
  if (value === undefined || value === '' || result.re2.test(value)) return [];
  const effect = required
    ? '; it is never used, because every instance must set the parameter'
    : ', and instances that do not set the parameter use it unvalidated';
  const message = `the default of ${name} does not match its validation${effect}`;
  const fix = `${required ? 'remove the default' : 'change the default'}, or correct the validation`;
  return [{ code: 'risky-value', path: [index, 'value'], message, fix }];
}

/**
 * Why the value is rejected: it does not match, or it is so long that matching could take seconds. Unanchored, like Go's
 * MatchString. Undefined for an invalid pattern, which is reported at the Template.
 */
function mismatch(validation: string, value: string): string | undefined {
  const result = compileRe2(validation);
  if ('error' in result) return undefined;
  const maxLength = Math.floor(maxMatchingWork / result.re2.size);
  if (value.length > maxLength)
    return `has more than ${maxLength} characters, the maximum for the validation ${validation}`;
  return result.re2.test(value) ? undefined : `does not match ${validation}`;
}

/** Instructions of the pattern times characters of the value. Matching up to this limit takes less than a second. */
const maxMatchingWork = 20_000_000;

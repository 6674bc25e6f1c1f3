import type { Resource } from '../../../core/kind/resource.ts';
import type { ParameterProblem } from '../templating/parameters.ts';
import { unknownProblem } from '../templating/parameters.ts';
import type { TemplateValues } from '../templating/references.ts';

type Declaration = NonNullable<Resource<'mto-template-v2'>['body']['spec']['parameters']>[number];
type Argument = NonNullable<Resource<'mto-template-instance-v2'>['body']['spec']['parameters']>[number];

interface Binding {
  /** Undefined if there is a problem other than an ignored field. */
  readonly values: TemplateValues | undefined;
  /** Paths are relative to the list of parameters. */
  readonly problems: readonly ParameterProblem[];
}

/**
 * Binds each declared parameter to the value of the instance or of the Template. Every parameter needs a value, and the
 * instance can set only parameters that the Template declares and does not lock [sources: mto-38].
 */
export function bindTypedParameters(declared: readonly Declaration[], args: readonly Argument[]): Binding {
  const set = new Map(args.map((one) => [one.name, one.value ?? one.defaultValue]));
  const missing = declared.filter((one) => !set.has(one.name) && (one.required || one.value === undefined));
  const problems = [...missing.map(missingProblem), ...args.flatMap((one, at) => problemsOf(one, at, declared, args))];
  if (problems.some(({ code }) => code !== 'ignored-field')) return { values: undefined, problems };
  return { values: new Map(declared.map(({ name, value = '' }) => [name, set.get(name) ?? value])), problems };
}

function missingProblem({ name, required }: Declaration): ParameterProblem {
  const message = required
    ? `the instance must set the required parameter ${name}`
    : `parameter ${name} has no value in the instance or the Template`;
  return { code: 'missing-field', path: [], message, fix: `add {name: ${name}, value: ...}` };
}

function problemsOf(
  argument: Argument,
  at: number,
  declared: readonly Declaration[],
  args: readonly Argument[],
): readonly ParameterProblem[] {
  const { name } = argument;
  const declaration = declared.find((one) => one.name === name);
  if (!declaration) return [unknownProblem(name, at, declared)];
  if (args.findIndex((one) => one.name === name) !== at)
    return [{ code: 'conflicting-fields', path: [at, 'name'], message: `parameter ${name} is set twice` }];
  if (!declaration.disableOverride)
    return [...sourceProblems(argument, at), ...typeProblems(argument, at, declaration)];
  const message = `the Template locks parameter ${name} with disableOverride`;
  return [{ code: 'not-granted', path: [at, 'name'], message, fix: 'remove the parameter from the instance' }];
}

/** A value is set directly or comes from the cluster, which a render cannot read. */
function sourceProblems({ name, value, valueFrom, defaultValue }: Argument, at: number): readonly ParameterProblem[] {
  if (value !== undefined && (valueFrom !== undefined || defaultValue !== undefined))
    return [
      {
        code: 'conflicting-fields',
        path: [at, 'value'],
        message: `parameter ${name} has both value and ${valueFrom === undefined ? 'defaultValue' : 'valueFrom'}`,
        fix: valueFrom === undefined ? 'keep one of them' : 'keep either value, or valueFrom with its defaultValue',
      },
    ];
  if (value !== undefined) return [];
  if (valueFrom === undefined) {
    const message = `parameter ${name} has neither value nor valueFrom`;
    const fix = defaultValue === undefined ? 'add value' : 'rename defaultValue to value';
    return [{ code: 'missing-field', path: [at], message, fix }];
  }
  return [clusterProblem(valueFrom, defaultValue, at)];
}

function clusterProblem(
  { objectFieldRef, secretKeyRef }: NonNullable<Argument['valueFrom']>,
  defaultValue: string | undefined,
  at: number,
): ParameterProblem {
  const path = [at, 'valueFrom'];
  if (secretKeyRef) {
    const message = 'valueFrom.secretKeyRef would write a value of a Secret in the cluster to Git';
    return { code: 'not-supported', path, message, fix: 'let the pod read the Secret, with secretKeyRef in its env' };
  }
  const reads = objectFieldRef
    ? "it can read only strings, numbers and booleans of the instance's Tenant and of the Tenant's namespaces"
    : 'it does not read the cluster';
  if (defaultValue === undefined)
    return {
      code: 'not-supported',
      path,
      message: `leasehold cannot resolve valueFrom: ${reads}`,
      fix: 'set value instead',
    };
  return {
    code: 'ignored-field',
    path,
    message: `leasehold cannot resolve valueFrom, so it uses defaultValue: ${reads}`,
    fix: 'set value, and remove valueFrom and defaultValue',
  };
}

function typeProblems(
  { value, defaultValue }: Argument,
  at: number,
  declared: Declaration,
): readonly ParameterProblem[] {
  const [field, text] = value === undefined ? ['defaultValue', defaultValue] : ['value', value];
  return text === undefined || hasType(text, declared.type) ? [] : [typeProblem(declared, [at, field])];
}

/** What is wrong with the parameters that a Template declares. */
export function declarationProblems(declared: readonly Declaration[]): readonly ParameterProblem[] {
  return declared.flatMap((one, at) => {
    const { name, value, type, required, disableOverride } = one;
    if (declared.findIndex((other) => other.name === name) !== at)
      return [{ code: 'conflicting-fields', path: [at, 'name'], message: `parameter ${name} is declared twice` }];
    if (required && disableOverride) {
      const message = `instances must set the required parameter ${name}, but disableOverride forbids it`;
      return [
        {
          code: 'conflicting-fields',
          path: [at, 'disableOverride'],
          message,
          fix: 'remove required or disableOverride',
        },
      ];
    }
    if (disableOverride && value === undefined)
      return [
        {
          code: 'missing-field',
          path: [at],
          message: `parameter ${name} has no value, and disableOverride prevents instances from setting one`,
          fix: 'add its value',
        },
      ];
    return value === undefined || hasType(value, type) ? [] : [typeProblem(one, [at, 'value'])];
  });
}

function typeProblem({ name, type }: Declaration, path: ParameterProblem['path']): ParameterProblem {
  const fix = type === 'bool' ? 'write true or false' : 'write a number such as 3';
  return { code: 'wrong-type', path, message: `the value of parameter ${name} is not a ${type}`, fix };
}

const formOf = {
  string: /^/,
  number: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/,
  bool: /^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/,
} as const;

/** Whether the text is a value of the type, as in Go but without hexadecimal numbers, infinity and NaN. */
function hasType(text: string, type: keyof typeof formOf = 'string'): boolean {
  return formOf[type].test(text);
}

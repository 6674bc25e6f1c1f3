import { parseJson } from '../data/json.ts';
import { didYouMean } from '../data/nearest.ts';
import { mappingAt } from '../data/tree.ts';
import { failure, type Result, success } from './plugin-error.ts';
import type { Environment } from './ports.ts';

/** The parameters that an Application can set, in the order of the announcement. */
export const parameterNames = ['tenant', 'directory', 'part', 'selector', 'shard', 'previous', 'max-removed'] as const;
export type ParameterName = (typeof parameterNames)[number];
export type ParameterValues = Readonly<Partial<Record<ParameterName, string>>>;

/** The maximum length of spec.source.plugin.parameters: half of the kernel's limit for an environment variable. */
const largestText = 65_536;
/** The maximum length of the value of a parameter. */
const longestValue = 1024;
const envPrefix = 'ARGOCD_ENV_';
const bothFields = 'spec.source.plugin.parameters and spec.source.plugin.env';

/**
 * Reads spec.source.plugin.parameters and spec.source.plugin.env. A file in the repository can set both [sources: argocd-4], so
 * they are validated like any input. Unknown and empty parameters are rejected: ignoring one could render every tenant.
 */
export function readParameters(env: Environment): Result<ParameterValues> {
  const variables = fromEnv(env);
  if (!variables.ok) return variables;
  const listed = fromParameters(env['ARGOCD_APP_PARAMETERS'] ?? '');
  if (!listed.ok) return listed;
  const entries = rejectDuplicates([...variables.value, ...listed.value], bothFields);
  if (!entries.ok) return entries;
  const values: Partial<Record<ParameterName, string>> = {};
  for (const [word, value] of entries.value) {
    const name = parameterNames.find((one) => one === word);
    if (!name) return unknownParameter(word);
    if (value === '') return failure(`the parameter ${name} is empty; set it to a value, or remove it`);
    if (value.length > longestValue)
      return failure(`the parameter ${name} has more than ${longestValue} characters; shorten it`);
    if (/\p{Cc}/u.test(value))
      return failure(`the parameter ${name} contains control characters, such as line breaks; remove them`);
    values[name] = value;
  }
  return success(values);
}

type ParameterEntries = readonly (readonly [name: string, value: string])[];

function fromEnv(env: Environment): Result<ParameterEntries> {
  const own = Object.entries(env).filter(([key]) => key.startsWith(envPrefix));
  return rejectDuplicates(
    own.map(([key, value = '']) => [key.slice(envPrefix.length).toLowerCase().replaceAll('_', '-'), value]),
    'spec.source.plugin.env',
  );
}

/** Duplicates are rejected because their order is undefined. */
function rejectDuplicates(entries: ParameterEntries, field: string): Result<ParameterEntries> {
  const names = entries.map(([name]) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  return duplicate === undefined
    ? success(entries)
    : failure(`the parameter ${duplicate} is set more than once in ${field}; set it only once`);
}

/** For an Application without parameters, Argo CD sets null, an empty list or nothing. */
function fromParameters(text: string): Result<ParameterEntries> {
  if (text.length > largestText)
    return failure(`spec.source.plugin.parameters has more than ${largestText} characters; shorten it`);
  const list = text.trim() === '' ? null : parseJson(text);
  if (list === null) return success([]);
  if (!Array.isArray(list))
    return failure(
      'spec.source.plugin.parameters is not a list; set it to a list of entries with the fields name and string',
    );
  const entries: [string, string][] = [];
  for (const item of list) {
    const { name, string } = mappingAt(item);
    if (typeof name !== 'string' || typeof string !== 'string')
      return failure(
        'an entry of spec.source.plugin.parameters lacks the field name or the field string, or one of them is not a string; set both to strings',
      );
    entries.push([name, string]);
  }
  return rejectDuplicates(entries, 'spec.source.plugin.parameters');
}

function unknownParameter(word: string): Result<never> {
  const hint = didYouMean(word, parameterNames) ?? `the parameters are ${parameterNames.join(', ')}`;
  return failure(`the parameter ${word} does not exist; ${hint}`);
}

import { parseJson } from '../data/json.ts';
import { didYouMean } from '../data/nearest.ts';
import { mappingAt } from '../data/tree.ts';
import { fine, type Outcome, refuse } from './fault.ts';
import type { Environment } from './ports.ts';

/** The parameters an Application may set, in the order in which they are announced. */
export const parameterNames = ['tenant', 'directory', 'selector', 'shard', 'previous', 'max-removed'] as const;
export type ParameterName = (typeof parameterNames)[number];
export type Values = Readonly<Partial<Record<ParameterName, string>>>;

/** Characters. The kernel refuses a variable of 128 KiB, so a larger one cannot be meant. */
const largestText = 65_536;
const longestValue = 1024;
const envPrefix = 'ARGOCD_ENV_';

/**
 * The parameters that the Application sets: spec.source.plugin.parameters, else spec.source.plugin.env. A file in the
 * repository can set both [sources: argocd-4]. Unknown and empty parameters are rejected because ignoring one would
 * render every tenant.
 */
export function readParameters(env: Environment): Outcome<Values> {
  const variables = fromEnv(env);
  if (!variables.ok) return variables;
  const listed = fromParameters(env['ARGOCD_APP_PARAMETERS'] ?? '');
  if (!listed.ok) return listed;
  const given = [...variables.value, ...listed.value];
  const values: Partial<Record<ParameterName, string>> = {};
  for (const [word, value] of given) {
    const name = parameterNames.find((one) => one === word);
    if (!name) return unknown(word);
    if (value === '') return refuse(`remove the parameter ${name}: it is empty, and without it all tenants are meant`);
    if (value.length > longestValue) return refuse(`shorten the parameter ${name} to ${longestValue} characters`);
    if (/\p{Cc}/u.test(value)) return refuse(`write the parameter ${name} in one line, without control characters`);
    values[name] = value;
  }
  return fine(values);
}

type Given = readonly (readonly [name: string, value: string])[];

function fromEnv(env: Environment): Outcome<Given> {
  const own = Object.entries(env).filter(([key]) => key.startsWith(envPrefix));
  return eachOnce(
    own.map(([key, value = '']) => [key.slice(envPrefix.length).toLowerCase().replaceAll('_', '-'), value]),
    'spec.source.plugin.env',
  );
}

/** Of two of one name it would be chance which comes last. */
function eachOnce(given: Given, field: string): Outcome<Given> {
  const names = given.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? fine(given) : refuse(`give the parameter ${twice} once in ${field}`);
}

/** Without parameters Argo CD gives null, an empty list, or nothing at all. */
function fromParameters(text: string): Outcome<Given> {
  if (text.length > largestText)
    return refuse('shorten spec.source.plugin.parameters to 64 KiB; tenants belong in files');
  const list = text.trim() === '' ? null : parseJson(text);
  if (list === null) return fine([]);
  if (!Array.isArray(list)) return refuse('make spec.source.plugin.parameters a list of a name and a string each');
  const given: [string, string][] = [];
  for (const item of list) {
    const { name, string } = mappingAt(item);
    if (typeof name !== 'string' || typeof string !== 'string')
      return refuse('give every entry of spec.source.plugin.parameters a name and a string');
    given.push([name, string]);
  }
  return eachOnce(given, 'spec.source.plugin.parameters');
}

function unknown(word: string): Outcome<never> {
  const hint = didYouMean(word, parameterNames) ?? `there are ${parameterNames.join(', ')}`;
  return refuse(`rename or remove the parameter ${word}: ${hint}`);
}

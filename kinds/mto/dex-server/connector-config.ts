import type { Resource } from '../../../core/kind/resource.ts';
import { formatPath, type Report } from '../../../core/problem/problem.ts';
import { didYouMean } from '../../../data/nearest.ts';
import { isMapping, type Path } from '../../../data/tree.ts';
import { type ConfigValue, secretDocument, secretText } from './config-value.ts';
import { connectorTypes } from './connector-fields.ts';
import type { ConnectorType, Field, Fields } from './connector-protocols.ts';

export type Connector = Resource<'mto-connector'>;

const path = ['spec', 'config'];

/**
 * Reports a Connector with both or neither of config and configSecretRef. Also reports secrets, and unknown, missing and mistyped
 * fields in config.
 */
export function checkConnector({ body }: Connector, report: Report): void {
  const { config, configSecretRef, type } = body.spec;
  if ((config === undefined) === (configSecretRef === undefined)) {
    const message = `a Connector requires either configSecretRef or config, but this one has ${config ? 'both' : 'neither'}`;
    report('conflicting-fields', ['spec', 'configSecretRef'], message, {
      fix: `${config ? 'keep' : 'add'} one of them`,
    });
  }
  if (!config) return;
  const { fields, required }: ConnectorType = connectorTypes[type];
  checkFields(config, { type, fields, path }, report);
  for (const field of required.filter((one) => config[one] === undefined && config[referenceTo(one)] === undefined)) {
    const isSecret = fields[field] === 'secret';
    const name = isSecret ? referenceTo(field) : field;
    const fix = isSecret ? `add ${name} with the name and the key of a Secret` : `add ${name}`;
    report('missing-field', [...path, name], `a Connector of type ${type} requires config.${name}`, { fix });
  }
}

function referenceTo(field: string): string {
  return `${field}Ref`;
}

interface Place {
  readonly type: keyof typeof connectorTypes;
  readonly fields: Fields;
  readonly path: Path;
}

function checkFields(config: object, { type, fields, path }: Place, report: Report): void {
  for (const [name, value] of Object.entries(config)) {
    const at = [...path, name];
    const referred = referredField(name, fields);
    if (referred !== undefined) checkReference(value, at, report);
    else if (Object.hasOwn(fields, name)) checkField(value, { type, field: fields[name] as Field, path: at }, report);
    else {
      const choices = Object.keys(fields);
      const message = `a Connector of type ${type} has no field ${formatPath(at.slice(1))}`;
      report('unknown-field', at, message, { choices, fix: didYouMean(name, choices) });
    }
  }
}

/**
 * The field whose value a reference, such as `clientSecretRef`, reads from a Secret. Undefined unless the field is text or a
 * secret.
 */
function referredField(name: string, fields: Fields): string | undefined {
  const field = name.endsWith('Ref') ? name.slice(0, -3) : '';
  return Object.hasOwn(fields, field) && (fields[field] === 'text' || fields[field] === 'secret') ? field : undefined;
}

const secretName = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;
const keyName = /^[-._a-zA-Z0-9]{1,253}$/;

function checkReference(value: unknown, path: Path, report: Report): void {
  const { name, key, ...others } = isMapping(value) ? value : {};
  const isName = typeof name === 'string' && secretName.test(name);
  const isKey = typeof key === 'string' && keyName.test(key);
  if (isName && isKey && Object.keys(others).length === 0) return;
  const fix = 'write name: SECRET and key: KEY; the Secret must be in the namespace of Dex';
  report('bad-format', path, `${labelOf(path)} must contain only the name and the key of a Secret`, {
    fix,
  });
}

const tests: Readonly<Record<'text' | 'flag' | 'texts' | 'map', readonly [string, (value: unknown) => boolean]>> = {
  text: ['a string', isText],
  flag: ['true or false', (value) => typeof value === 'boolean'],
  texts: ['a list of strings', (value) => Array.isArray(value) && value.every(isText)],
  map: ['a mapping of strings', (value) => isMapping(value) && Object.values(value).every(isText)],
};

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function checkField(
  value: unknown,
  { type, field, path }: Pick<Place, 'type' | 'path'> & { readonly field: Field },
  report: Report,
): void {
  if (field === 'secret') {
    const fix = `store it in a Secret in the namespace of Dex, and write ${referenceTo(String(path.at(-1)))} with its name and key`;
    report('not-supported', path, `${labelOf(path)} is a secret, which Git must not contain`, { fix });
  } else if (typeof field === 'string') {
    const [what, isValid] = tests[field];
    if (!isValid(value)) report('wrong-type', path, `${labelOf(path)} must be ${what}`);
  } else if (isFieldsList(field)) {
    if (!Array.isArray(value)) report('wrong-type', path, `${labelOf(path)} must be a list`);
    else
      for (const [index, one] of value.entries())
        checkTree(one, { type, fields: field[0], path: [...path, index] }, report);
  } else checkTree(value, { type, fields: field, path }, report);
}

/** The name of a field, or the name of its list with an index. */
function labelOf(path: Path): string {
  return formatPath(path.slice(typeof path.at(-1) === 'number' ? -2 : -1));
}

function isFieldsList(field: Fields | readonly [Fields]): field is readonly [Fields] {
  return Array.isArray(field);
}

function checkTree(value: unknown, place: Place, report: Report): void {
  if (isMapping(value)) checkFields(value, place, report);
  else report('wrong-type', place.path, `${labelOf(place.path)} must be a mapping`);
}

/** The connector as Dex reads it. */
export function connectorValue({ body }: Connector): ConfigValue {
  const { config, configSecretRef, id, name, type } = body.spec;
  const { key = 'config', name: secret = '' } = configSecretRef ?? {};
  return {
    type: type === 'bitbucket' ? 'bitbucket-cloud' : type,
    id,
    name,
    config: config ? withSecrets(config, connectorTypes[type].fields) : secretDocument({ secret, key }),
  };
}

function withSecrets(config: object, fields: Fields): ConfigValue {
  const entries = Object.entries(config).map(([name, value]): readonly [string, ConfigValue] => {
    const referred = referredField(name, fields);
    if (referred !== undefined) return [referred, secretText({ secret: value.name, key: value.key })];
    const field = fields[name];
    if (Array.isArray(value) && Array.isArray(field)) return [name, value.map((one) => withSecrets(one, field[0]))];
    return [name, isMapping(value) && isFields(field) ? withSecrets(value, field) : value];
  });
  return Object.fromEntries(entries);
}

function isFields(field: Field | undefined): field is Fields {
  return typeof field === 'object' && !Array.isArray(field);
}

import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { apiVersionOf } from '../../kubernetes/api-version.ts';
import type { Contract } from './contracts.ts';

/** build/contracts.ts: the kinds as data, and the types of their documents. */
export async function contractsModule(contracts: readonly Contract[]): Promise<string> {
  const interfaces = await Promise.all(contracts.map(typeOf));
  return [...interfaces, table(contracts), map(contracts)].join('\n');
}

function typeOf(contract: Contract): Promise<string> {
  const schema = structuredClone(contract.schema) as JSONSchema;
  return compile({ ...schema, title: typeName(contract.id) }, typeName(contract.id), {
    additionalProperties: false,
    bannerComment: '',
    declareExternallyReferenced: true,
    format: false,
    unreachableDefinitions: false,
  }).then((text) => renameShared(text, typeName(contract.id)));
}

/** Each document type has its own copies of the shared definitions, with a prefix to distinguish them. */
function renameShared(text: string, prefix: string): string {
  const declared = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map((match) => match[1] as string);
  const inner = declared.filter((name) => name !== prefix);
  return inner.reduce((code, name) => code.replace(new RegExp(`\\b${name}\\b`, 'g'), `${prefix}${name}`), text);
}

function table(contracts: readonly Contract[]): string {
  const rows = contracts.map(({ id, folder, group, version, kind, plural, scope, emptyIsAbsent }) => {
    const apiVersion = apiVersionOf({ group, version });
    return `  ${JSON.stringify(id)}: ${JSON.stringify({ id, folder, apiVersion, kind, plural, scope, emptyIsAbsent })},`;
  });
  return `export const contracts = {\n${rows.join('\n')}\n} as const;\nexport type KindId = keyof typeof contracts;\n`;
}

function map(contracts: readonly Contract[]): string {
  const rows = contracts.map(({ id }) => `  readonly ${JSON.stringify(id)}: ${typeName(id)};`);
  return `export interface Bodies {\n${rows.join('\n')}\n}\n`;
}

/** The name of a type, as json-schema-to-typescript writes it: a letter after a digit starts a new word. */
function typeName(id: string): string {
  return id
    .split('-')
    .map((part) => part.replace(/^[a-z]|(?<=[0-9])[a-z]/g, (letter) => letter.toUpperCase()))
    .join('');
}

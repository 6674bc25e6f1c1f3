import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { buildSync } from 'esbuild';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

interface Schemas {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, object>>;
}

/** The schemas of the gateway's requests and of its configuration. */
const schemas = JSON.parse(readFileSync('gateway/contract/schemas.json', 'utf8')) as Schemas;
const names = Object.keys(schemas.$defs);

/** build/gateway-validators.js: a validation function for each schema, because the gateway uses no eval. */
export function gatewayValidatorsModule(): string {
  const ajv = new Ajv2020.default({
    allErrors: true,
    allowUnionTypes: true,
    strictRequired: false,
    code: { source: true, esm: true },
    schemas: [schemas],
  });
  const code = standaloneCode.default(
    ajv,
    Object.fromEntries(names.map((name) => [name, `${schemas.$id}#/$defs/${name}`])),
  );
  const contents = `${code}\nexport const gatewayValidators = { ${names.join(', ')} };\n`;
  const stdin = { contents, resolveDir: process.cwd(), loader: 'js' as const };
  const target = { format: 'esm', platform: 'neutral', target: 'es2022' } as const;
  const result = buildSync({
    stdin,
    bundle: true,
    write: false,
    preserveSymlinks: true,
    mainFields: ['main'],
    ...target,
  });
  return (result.outputFiles[0]?.text ?? '').replace(/export \{[\s\S]*\};\s*$/, 'export { gatewayValidators };\n');
}

export const gatewayValidatorsTypes = [
  "import type { SchemaName } from './gateway-contract.ts';",
  'interface SchemaError { readonly instancePath: string; readonly message?: string }',
  'interface GatewayValidator { (body: unknown): boolean; errors?: readonly SchemaError[] | null }',
  'export declare const gatewayValidators: Readonly<Record<SchemaName, GatewayValidator>>;',
  '',
].join('\n');

/** build/gateway-contract.ts: the types of the schemas, and the schemas as data for the OpenAPI document. */
export async function gatewayContractModule(): Promise<string> {
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
  const root = { ...schemas, title: 'GatewaySchemas', type: 'object', properties, additionalProperties: false };
  const types = await compile(structuredClone(root) as JSONSchema, 'GatewaySchemas', {
    bannerComment: '',
    additionalProperties: false,
    format: false,
  });
  const data = `export const gatewaySchemas = ${JSON.stringify(schemas.$defs)} as const;\n`;
  return `${types}\n${data}export type SchemaName = keyof typeof gatewaySchemas;\n`;
}

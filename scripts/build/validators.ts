import Ajv, { type AnySchemaObject } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { buildSync } from 'esbuild';
import { parseJson } from '../../data/json.ts';
import { mappingAt, type Path, textAt, valueAt } from '../../data/tree.ts';
import type { Contract } from './contracts.ts';

/** One validation function for each kind, compiled at build time so that the product needs no eval. */
export function validatorsModule(contracts: readonly Contract[]): string {
  const ajv = new Ajv.default({
    allErrors: true,
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    // leasehold has its own messages. The messages of ajv would be a tenth of the code.
    messages: false,
    code: { source: true, esm: true, lines: false, optimize: 2 },
    schemas: contracts.map(({ schema }) => withItemTypes(schema, schema) as AnySchemaObject),
  });
  for (const word of [
    'x-leasehold',
    'x-leasehold-fields',
    'x-leasehold-unknown-fields',
    'x-leasehold-fixes',
    'x-leasehold-otherwise',
    'x-leasehold-without-effect',
    'x-leasehold-all-values',
    'x-kubernetes-int-or-string',
    'x-kubernetes-group-version-kind',
    'x-kubernetes-preserve-unknown-fields',
  ])
    ajv.addKeyword(word);
  const names = Object.fromEntries(contracts.map(({ id, schema }) => [exportName(id), schema['$id'] as string]));
  const code = shortened(withoutSchemas(standaloneCode.default(ajv, names)));
  if (code.includes('runtime/equal')) throw new Error('uniqueItems compares all pairs: give the items a scalar type');
  const table = contracts.map(({ id }) => `${JSON.stringify(id)}: ${exportName(id)}`).join(', ');
  return bundle(`${code}\nexport const validators = { ${table} };\n`);
}

export const validatorsTypes = [
  "import type { KindId } from './contracts.ts';",
  "import type { Validator } from '../core/schema/validator.ts';",
  'export declare const validators: Readonly<Record<KindId, Validator>>;',
  '',
].join('\n');

function exportName(id: string): string {
  return `validate_${id.replaceAll('-', '_')}`;
}

/**
 * Writes the type next to a `$ref` of unique items. Without it, ajv compares all pairs of items, which takes hours for the
 * largest file of a tenant.
 */
function withItemTypes(schema: unknown, root: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withItemTypes(one, root));
  if (typeof schema !== 'object' || schema === null) return schema;
  const all = Object.entries(schema).map(([key, value]) => [key, withItemTypes(value, root)] as const);
  const { uniqueItems, items, ...rest } = Object.fromEntries(all);
  const reference = textAt(items, '$ref');
  if (uniqueItems !== true || reference === '') return Object.fromEntries(all);
  const type = textAt(root, ...reference.split('/').slice(1), 'type');
  return { ...rest, uniqueItems, items: { ...mappingAt(items), type } };
}

/**
 * The standalone code contains each complete schema, only to read lists of choices or names of fields from it. This stores
 * those values separately. Then nothing refers to the schemas, esbuild removes them, and they are not created at every start.
 */
function withoutSchemas(code: string): string {
  const schemas = new Map<string, unknown>();
  for (const [, name = '', text = ''] of code.matchAll(
    /const (schema\d+) = (\{.*?\});(?=const |var |let |function |\n|$)/g,
  ))
    schemas.set(name, parseJson(text));
  const kept = new Map<string, string>();
  const short = code.replace(
    /\b(schema\d+)((?:\.[A-Za-z_$][\w$]*|\["(?:[^"\\]|\\.)*"\]|\[\d+\])+)/g,
    (whole, name: string, path: string) => {
      const found = valueAt(schemas.get(name), ...stepsOf(path));
      if (typeof found !== 'object' || found === null) return whole;
      const text = JSON.stringify(
        Array.isArray(found) ? found : Object.fromEntries(Object.keys(found).map((key) => [key, 0])),
      );
      kept.set(text, kept.get(text) ?? `kept${kept.size}`);
      return kept.get(text) as string;
    },
  );
  return `${short}\n${[...kept].map(([text, name]) => `const ${name} = ${text};`).join('\n')}\n`;
}

/** The steps of an expression such as `.properties["a-b"][0]`. */
function stepsOf(expression: string): Path {
  const steps = [...expression.matchAll(/\.([\w$]+)|\[("(?:[^"\\]|\\.)*"|\d+)\]/g)];
  return steps.map(([, name, quoted]) => name ?? String(JSON.parse(quoted ?? '""')));
}

/** Matches the code that creates an error inline and adds it to the list. */
const inlineError = new RegExp(
  [
    /const err\d+ = \{instancePath(?::(?<path>.*?))?,schemaPath:(?<place>"(?:[^"\\]|\\.)*"),/,
    /keyword:(?<keyword>".*?"),params:(?<params>\{.*?\})(?<more>,propertyName:.*?)?\};/,
    /if\(vErrors === null\)\{vErrors = \[err\d+\];\}else \{vErrors\.push\(err\d+\);\}errors\+\+;/,
  ]
    .map(({ source }) => source)
    .join(''),
  'g',
);
const errorFunction = `function error(all, instancePath, keyword, params, rest) {
  const error = { instancePath, keyword, params, schemaPath: '', ...rest };
  if (all === null) return [error];
  all.push(error);
  return all;
}`;

/**
 * Half of the standalone code creates errors inline, and parsing this code takes most of the start-up time. Replaces it
 * with calls of one function. Keeps only whether the error is within an anyOf, not its position in the schema.
 */
function shortened(code: string): string {
  const short = code.replace(inlineError, (...found) => {
    const {
      path = 'instancePath',
      place,
      keyword,
      params,
      more = '',
    } = found.at(-1) as Readonly<Record<string, string>>;
    const rest = `${more}${place?.includes('/anyOf/') ? ',schemaPath:"/anyOf/"' : ''}`.slice(1);
    return `vErrors = error(vErrors,${path},${keyword},${params}${rest && `,{${rest}}`});errors++;`;
  });
  if (short.includes('vErrors = [err')) throw new Error('the validators create errors in an unknown way');
  return `${errorFunction}\n${short}`;
}

/** The standalone code still imports small ajv runtime files, which esbuild bundles. */
function bundle(contents: string): string {
  const stdin = { contents, resolveDir: process.cwd(), loader: 'js' as const };
  const target = { format: 'esm', platform: 'neutral', target: 'es2022' } as const;
  // The text must not contain the target of a linked node_modules, because the action's bundle is compared byte by
  // byte.
  const result = buildSync({ stdin, bundle: true, write: false, preserveSymlinks: true, ...target });
  return (result.outputFiles[0]?.text ?? '').replace(/export \{[\s\S]*\};\s*$/, 'export { validators };\n');
}

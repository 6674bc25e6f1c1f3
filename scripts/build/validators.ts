import Ajv from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { buildSync } from 'esbuild';
import type { Contract } from './contracts.ts';

/** One validation function a kind, compiled ahead so that the product needs no eval. */
export function validatorsModule(contracts: readonly Contract[]): string {
  const ajv = new Ajv.default({
    allErrors: true,
    strict: true,
    strictTypes: false,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: false, optimize: 2 },
    schemas: contracts.map((contract) => contract.schema),
  });
  for (const word of [
    'x-leasehold',
    'x-leasehold-unknown-fields',
    'x-kubernetes-int-or-string',
    'x-kubernetes-group-version-kind',
    'x-kubernetes-preserve-unknown-fields',
  ])
    ajv.addKeyword(word);
  const names = Object.fromEntries(contracts.map(({ id, schema }) => [exportName(id), schema['$id'] as string]));
  const code = standaloneCode.default(ajv, names);
  const table = contracts.map(({ id }) => `${JSON.stringify(id)}: ${exportName(id)}`).join(', ');
  return bundle(`${code}\nexport const validators = { ${table} };\n`);
}

export const validatorsTypes = [
  "import type { KindId } from './contracts.ts';",
  "import type { Validator } from '../core/validate/validator.ts';",
  'export declare const validators: Readonly<Record<KindId, Validator>>;',
  '',
].join('\n');

function exportName(id: string): string {
  return `validate_${id.replaceAll('-', '_')}`;
}

/** The standalone code still requires small ajv runtime files; esbuild puts them in. */
function bundle(contents: string): string {
  const stdin = { contents, resolveDir: process.cwd(), loader: 'js' as const };
  const result = buildSync({ stdin, bundle: true, write: false, format: 'esm', platform: 'neutral', target: 'es2022' });
  return (result.outputFiles[0]?.text ?? '').replace(/export \{[\s\S]*\};\s*$/, 'export { validators };\n');
}

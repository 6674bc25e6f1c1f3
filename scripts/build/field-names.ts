import { needsQuotes } from '../../yaml/plain-scalar.ts';
import type { Contract } from './contracts.ts';

/** The fields of every resource, even if no schema lists them. */
const common = ['apiVersion', 'kind', 'metadata', 'name', 'namespace', 'labels', 'annotations', 'spec'];

/** build/field-names.ts: of the field names of all kinds, those that need no quotes in YAML. */
export function fieldNamesModule(contracts: readonly Contract[]): string {
  const names = new Set([...common, ...contracts.flatMap(({ schema }) => namesIn(schema))]);
  const plain = [...names].filter((name) => /^[A-Za-z_]\w*$/.test(name) && !needsQuotes(name)).sort();
  return `export const fieldNames: ReadonlySet<string> = new Set(${JSON.stringify(plain)});\n`;
}

function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { readonly properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)];
}

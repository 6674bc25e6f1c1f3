import { didYouMean } from '../../data/nearest.ts';
import { sortedKeys } from '../../data/order.ts';
import { isMapping, valueAt } from '../../data/tree.ts';

/** The fields that a file can set. Excludes removed fields and fields that the cluster sets. */
export function fieldsOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const isForbidden = (field: string) =>
    properties[field]?.['not'] !== undefined || properties[field]?.['readOnly'] === true;
  return sortedKeys(properties).filter((field) => !isForbidden(field));
}

/** Values for another program state what to do if leasehold does not support one. */
export function fixOfUnknown(field: string, schema: Readonly<Record<string, unknown>>): string | undefined {
  const guess = didYouMean(field, fieldsOf(schema));
  const otherwise = otherwiseOf(schema);
  return guess === undefined || otherwise === undefined ? (guess ?? otherwise) : `${guess} Or ${otherwise}`;
}

export function otherwiseOf(schema: Readonly<Record<string, unknown>>): string | undefined {
  return schema['x-leasehold-otherwise'] as string | undefined;
}

/**
 * Whether leasehold needs no value for another program: the schema lists its name, or it turns something off. Any other value
 * could be about data, networks or permissions.
 */
export function isWithoutEffect(field: string, parent: unknown, schema: Readonly<Record<string, unknown>>): boolean {
  const names = (schema['x-leasehold-without-effect'] ?? []) as readonly string[];
  if (names.includes('*') || names.includes(field)) return true;
  return otherwiseOf(schema) !== undefined && isOff(valueAt(parent, field));
}

/** An empty value, or a mapping that is not enabled or contains only such values. */
function isOff(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isMapping(value)) return value === undefined || value === null || value === false || value === '' || value === 0;
  return value['enabled'] === false || Object.values(value).every(isOff);
}

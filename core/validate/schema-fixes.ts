import { didYouMean } from '../../data/nearest.ts';
import { sortedKeys } from '../../data/order.ts';

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

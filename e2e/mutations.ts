import type { KubeObject } from './manifests.ts';

const wrongValues: readonly unknown[] = [true, -7, 'No such Value!', [], {}];

/**
 * Copies of a resource that differ in one place of the spec: a removed field, an additional field, or another value.
 */
export function mutations({ spec, ...rest }: KubeObject): readonly KubeObject[] {
  return variants(spec).map((mutated) => ({ ...rest, spec: mutated }));
}

function variants(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return wrongValues;
  if (Array.isArray(value))
    return value.flatMap((item, index) => variants(item).map((mutated) => value.with(index, mutated)));
  const inside = Object.entries(value).flatMap(([key, field]) => [
    without(value, key),
    ...variants(field).map((mutated) => ({ ...value, [key]: mutated })),
  ]);
  return [...wrongValues, { ...value, noSuchField: 1 }, ...inside];
}

function without(value: object, key: string): unknown {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

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

/** A mapping with a field that its schema does not have. */
interface Parent {
  readonly name: string;
  readonly value: unknown;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Whether published samples of the kind set all values of a chart, including those that leasehold does not use. */
  readonly hasAllValues: boolean;
}

/** Returns the problem for an unknown field: an error, or a warning if the field has no effect. */
export function explainUnknown(field: string, parent: Parent) {
  const { name, schema } = parent;
  const isIgnored = schema['x-leasehold-unknown-fields'] === 'ignored';
  const ofChart = `${field} has no effect: leasehold does not use this value of the chart`;
  if (isWithoutEffect(field, parent))
    return { code: 'ignored-field', message: ofChart, fix: fixFor(field, schema) ?? 'remove the field' } as const;
  return {
    code: isIgnored ? 'ignored-field' : 'unknown-field',
    message: `${name} has no field ${field}${isIgnored ? ', so the value has no effect' : ''}`,
    // Merge keys exist only in YAML 1.1, and only some of its readers support them.
    fix: field === '<<' ? 'write out the merged fields; merge keys are not supported' : fixOfUnknown(field, schema),
  } as const;
}

/** The schema of values for another program can specify a fix for values that leasehold does not support. */
function fixOfUnknown(field: string, schema: Readonly<Record<string, unknown>>): string | undefined {
  const own = fixFor(field, schema);
  if (own !== undefined) return own;
  const guess = didYouMean(field, fieldsOf(schema));
  const otherwise = otherwiseOf(schema);
  return guess === undefined || otherwise === undefined
    ? (guess ?? otherwise)
    : `${guess} ${otherwise[0]?.toUpperCase()}${otherwise.slice(1)}`;
}

/** How to achieve the effect of a value that leasehold does not use. */
function fixFor(field: string, schema: Readonly<Record<string, unknown>>): string | undefined {
  const fixes = (schema['x-leasehold-fixes'] ?? {}) as Readonly<Record<string, string>>;
  return Object.hasOwn(fixes, field) ? fixes[field] : undefined;
}

export function otherwiseOf(schema: Readonly<Record<string, unknown>>): string | undefined {
  return schema['x-leasehold-otherwise'] as string | undefined;
}

/**
 * Whether a value for another program can be ignored: it turns something off, or published samples of the kind set it and the
 * schema lists its name or `*`. Any other value could affect data, networks or permissions.
 */
function isWithoutEffect(field: string, { value, schema, hasAllValues }: Parent): boolean {
  const names = (schema['x-leasehold-without-effect'] ?? []) as readonly string[];
  if (hasAllValues && (names.includes('*') || names.includes(field))) return true;
  return otherwiseOf(schema) !== undefined && isOff(valueAt(value, field));
}

/** Whether a value is empty, false or 0, or a mapping that is not enabled or contains only such values. */
function isOff(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isMapping(value)) return value === undefined || value === null || value === false || value === '' || value === 0;
  return value['enabled'] === false || Object.values(value).every(isOff);
}

/** Splits a description into the advice, such as `Use spec.plan.`, and the reason before it, which can be empty. */
export function replacement({ description = '' }: Readonly<Record<string, unknown>>) {
  const text = String(description).replace(/\.$/, '');
  const at = text.search(/\b(?:Use|Set|Write|Remove) /);
  if (at < 0) return { reason: text && `. ${text}`, fix: undefined };
  const advice = text.slice(at);
  return {
    reason: at > 0 ? `. ${text.slice(0, at).replace(/\. $/, '')}` : '',
    fix: advice[0]?.toLowerCase() + advice.slice(1),
  };
}

import { stringify } from 'yaml';
import { dereference } from '../../core/validate/schema-at.ts';
import type { Contract, JsonSchema } from './contracts.ts';

/** Keywords that are copied into the structural schema. Some others are converted, and only the renderer enforces the rest. */
const structural = [
  'type',
  'description',
  'pattern',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'minProperties',
  'maxProperties',
  'maxItems',
  'default',
  'format',
  'required',
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
] as const;

/**
 * The CustomResourceDefinition of a kind, from the schema that also validates its files. Undefined for a kind of the core group
 * of Kubernetes, and for an older version, which leasehold only converts.
 */
export function crd(contract: Contract): string | undefined {
  return contract.group === '' || contract.isOld ? undefined : definition(contract);
}

function definition(contract: Contract): string {
  const { group, version, kind, plural, scope } = contract;
  return stringify(
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
        scope,
        versions: [
          {
            name: version,
            schema: { openAPIV3Schema: root(contract) },
            served: true,
            storage: true,
            subresources: { status: {} },
          },
        ],
      },
    },
    { version: '1.1', lineWidth: 120 },
  );
}

function root({ schema, emptyIsAbsent }: Contract): JsonSchema {
  const { apiVersion: _a, kind: _k, metadata: _m, ...own } = schema.properties ?? {};
  const required = ((schema['required'] as string[]) ?? []).filter((key) => key in own);
  const status = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const properties = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } };
  return {
    type: 'object',
    ...(schema['description'] === undefined ? {} : { description: schema['description'] }),
    ...(required.length === 0 ? {} : { required }),
    properties: { ...properties, ...mapSchemas(own, { top: schema, defaults: 'kept', emptyIsAbsent }), status },
  };
}

interface Context {
  readonly top: JsonSchema;
  /** Whether the API server sets defaults for absent fields. */
  readonly defaults: 'kept' | 'dropped';
  readonly emptyIsAbsent: boolean;
}

function mapSchemas(schemas: Readonly<Record<string, JsonSchema>>, context: Context): Record<string, JsonSchema> {
  const present = Object.entries(schemas).filter(([, schema]) => schema['not'] === undefined);
  return Object.fromEntries(present.map(([key, schema]) => [key, toStructural(schema, context)]));
}

function toStructural(reference: JsonSchema, outer: Context): JsonSchema {
  const schema = inlined(reference, outer.top);
  const ignores = schema['x-leasehold-unknown-fields'] === 'ignored';
  // Null removes a default, so the stored resource must distinguish absent fields from defaults.
  const context: Context = ignores ? { ...outer, defaults: 'dropped' } : outer;
  const out: Record<string, unknown> = {};
  for (const key of structural) if (schema[key] !== undefined) out[key] = schema[key];
  if (context.defaults === 'dropped') delete out['default'];
  if (context.emptyIsAbsent) Object.assign(out, acceptingEmpty(schema));
  if (ignores || schema['additionalProperties'] === true || isOfChart(schema))
    out['x-kubernetes-preserve-unknown-fields'] = true;
  if (Array.isArray(schema['type'])) Object.assign(out, nullable(schema['type'] as string[]));
  if (out['type'] === undefined && !schema['x-kubernetes-int-or-string']) Object.assign(out, ofSeveralTypes(schema));
  if (schema['uniqueItems']) out['x-kubernetes-list-type'] = 'set';
  if (schema.properties) out['properties'] = mapSchemas(schema.properties, context);
  if (schema['items']) out['items'] = toStructural(schema['items'] as JsonSchema, context);
  if (schema['x-kubernetes-int-or-string']) Object.assign(out, intOrString(schema));
  const rest = schema['additionalProperties'];
  if (typeof rest === 'object' && !schema.properties)
    out['additionalProperties'] = toStructural(rest as JsonSchema, context);
  return out;
}

/**
 * Whether the schema describes values for another program. leasehold accepts some values that the schema does not list,
 * with a warning.
 */
function isOfChart(schema: JsonSchema): boolean {
  return schema['x-leasehold-without-effect'] !== undefined || schema['x-leasehold-otherwise'] !== undefined;
}

/** Bounds that no value of a type satisfies. There are none for booleans. */
const noValueOf = {
  array: { minItems: 1, maxItems: 0 },
  number: { minimum: 1, maximum: 0 },
  object: { minProperties: 1, maxProperties: 0 },
  string: { minLength: 1, maxLength: 0 },
} as const;

/**
 * A structural schema cannot list several types, so impossible bounds exclude the types that are not allowed. It must keep
 * unknown fields, so only the number of fields is limited.
 */
function ofSeveralTypes({ type, properties = {}, additionalProperties }: JsonSchema): JsonSchema {
  const kept = { 'x-kubernetes-preserve-unknown-fields': true };
  if (!Array.isArray(type)) return kept;
  const others = Object.entries(noValueOf).filter(([one]) => !type.includes(one));
  const size = additionalProperties === false ? { maxProperties: Object.keys(properties).length } : {};
  return Object.assign({ ...kept, ...size }, ...others.map(([, bounds]) => bounds)) as JsonSchema;
}

/** The only form in which a structural schema allows integers and strings. A pattern next to it applies to strings. */
function intOrString(schema: JsonSchema): JsonSchema {
  const pattern = (schema['anyOf'] as readonly JsonSchema[]).find(({ type }) => type === 'string')?.['pattern'];
  return { anyOf: [{ type: 'integer' }, { type: 'string' }], ...(pattern === undefined ? {} : { pattern }) };
}

/** If an empty string is equivalent to an absent field, the API server must accept it too. */
function acceptingEmpty({ type, pattern, minLength }: JsonSchema): JsonSchema {
  if (type !== 'string') return {};
  return {
    ...(minLength === undefined ? {} : { minLength: 0 }),
    ...(pattern === undefined ? {} : { pattern: `^$|${String(pattern)}` }),
  };
}

/** A structural schema has at most one type. */
function nullable(types: readonly string[]): JsonSchema {
  const [type, ...others] = types.filter((one) => one !== 'null');
  return { type: others.length === 0 ? type : undefined, ...(types.includes('null') ? { nullable: true } : {}) };
}

function inlined(schema: JsonSchema, top: JsonSchema): JsonSchema {
  const { $ref: _, ...whole } = dereference(schema, top);
  return whole;
}

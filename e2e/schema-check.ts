import { Ajv, type ErrorObject } from 'ajv';
import type { KubeObject } from './manifests.ts';
import { readSchemas } from './product.ts';

/** Keywords of our JSON Schemas that a resource violates outside its metadata; undefined for a kind without a schema. */
export type SchemaCheck = (object: KubeObject) => readonly string[] | undefined;

/** Validates with ajv, so that the comparison does not depend on the validation code of leasehold. */
export function schemaCheck(): SchemaCheck {
  const ajv = new Ajv({ allErrors: true, strict: false });
  const schemas = readSchemas();
  return (object) => {
    const schema = schemas.get(`${object.apiVersion} ${object.kind}`);
    if (!schema) return undefined;
    // A file must not set status, but the cluster must be able to.
    const { status: _, ...rest } = object;
    ajv.validate(schema, rest);
    const errors = ajv.errors ?? [];
    return errors
      .filter((error) => isOfDefinition(error, errors) && !isKept(error, schema))
      .map(({ keyword }) => keyword);
  };
}

/**
 * Whether a CustomResourceDefinition expresses the violated rule too. It does not for metadata, for the keys of a mapping, or for
 * the integer range of a quantity.
 */
function isOfDefinition({ instancePath, keyword, propertyName }: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const isRangeOfQuantity = errors.some(
    (error) => error.instancePath === instancePath && /\/anyOf\/0\/(?:minimum|maximum)$/.test(error.schemaPath),
  );
  const isOfKey = keyword === 'propertyNames' || propertyName !== undefined;
  return !instancePath.startsWith('/metadata') && !isRangeOfQuantity && !isOfKey;
}

/** Keywords of a part that keeps unknown fields. */
const keeping = ['x-leasehold-unknown-fields', 'x-leasehold-otherwise', 'x-leasehold-without-effect'];

type Node = Readonly<Record<string, unknown>> | undefined;

/** Server-side apply rejects no unknown or forbidden field in or below a part that keeps unknown fields. */
function isKept({ keyword, instancePath }: ErrorObject, schema: object): boolean {
  // Definitions do not have the fields that `not` forbids.
  if (keyword !== 'additionalProperties' && keyword !== 'not') return false;
  const inlined = (node: Node): Node => {
    const [, group = '', name = ''] = /^#\/([^/]+)\/([^/]+)$/.exec(String(node?.['$ref'])) ?? [];
    const definition = (schema as Record<string, Record<string, Node>>)[group]?.[name];
    return definition ? { ...definition, ...node } : node;
  };
  let node = inlined(schema as Node);
  const isKeeping = () => keeping.some((one) => node?.[one] !== undefined);
  return (
    isKeeping() ||
    instancePath.split('/').some((step) => {
      const properties = node?.['properties'] as Readonly<Record<string, Node>> | undefined;
      if (step !== '')
        node = inlined(properties?.[step] ?? ((node?.['items'] ?? node?.['additionalProperties']) as Node));
      return isKeeping();
    })
  );
}

import { Ajv, type ErrorObject } from 'ajv';
import type { KubeObject } from './manifests.ts';
import { readSchemas } from './product.ts';

/** Keywords of our JSON Schemas that a resource breaks, outside its metadata; undefined for a kind that is not ours. */
export type SchemaCheck = (object: KubeObject) => readonly string[] | undefined;

/** The schemas read by ajv itself, not by our own validation, so that both sides of the comparison are other people's. */
export function schemaCheck(): SchemaCheck {
  const ajv = new Ajv({ allErrors: true, strict: false });
  const schemas = readSchemas();
  return (object) => {
    const schema = schemas.get(`${object.apiVersion} ${object.kind}`);
    if (!schema) return undefined;
    // A file may not set status, which the cluster must be able to.
    const { status: _, ...rest } = object;
    ajv.validate(schema, rest);
    const errors = ajv.errors ?? [];
    return errors
      .filter((error) => isOfDefinition(error, errors) && !isKept(error, schema))
      .map(({ keyword }) => keyword);
  };
}

/** Not in the definitions: metadata has rules of its own there, keys have none, and a quantity no integer range. */
function isOfDefinition({ instancePath, keyword, propertyName }: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const isRangeOfQuantity = errors.some(
    (error) => error.instancePath === instancePath && /\/anyOf\/0\/(?:minimum|maximum)$/.test(error.schemaPath),
  );
  const isOfKey = keyword === 'propertyNames' || propertyName !== undefined;
  return !instancePath.startsWith('/metadata') && !isRangeOfQuantity && !isOfKey;
}

/** At and below a part that keeps unknown fields, server-side apply refuses none. */
function isKept({ keyword, schemaPath }: ErrorObject, schema: object): boolean {
  if (keyword !== 'additionalProperties') return false;
  // The path of a fault in a shared definition may begin at the definition: then it leads nowhere from the top.
  let node: Readonly<Record<string, unknown>> | undefined = schema as Readonly<Record<string, unknown>>;
  return schemaPath.split('/').some((step) => {
    if (step !== '#') node = node?.[step] as typeof node;
    return node?.['x-leasehold-unknown-fields'] === 'ignored';
  });
}

/** An error of a compiled schema, as ajv reports it. */
interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
  readonly params?: {
    readonly additionalProperty?: string;
    readonly allowedValue?: unknown;
    readonly allowedValues?: readonly unknown[];
    readonly missingProperty?: string;
  };
}

/** Why a value does not match its schema, without duplicates. `root` names the value itself, such as `the file`. */
export function schemaMessages(errors: readonly SchemaError[], root: string): readonly string[] {
  // The errors of the alternatives explain more than the error of oneOf.
  const own = errors.filter(({ message = '' }) => !message.endsWith('in oneOf'));
  const shown = own.length > 0 ? own : errors;
  return [...new Set(shown.map((error) => messageOf(error, root)))];
}

function messageOf({ instancePath, message = 'is not valid', params = {} }: SchemaError, root: string): string {
  const place = instancePath.slice(1).replaceAll('/', '.') || root;
  const { additionalProperty, allowedValue, allowedValues, missingProperty } = params;
  if (additionalProperty !== undefined)
    return place === root
      ? `${root} contains the unknown field ${additionalProperty}`
      : `${place} has no field ${additionalProperty}`;
  if (missingProperty !== undefined) return `${place} requires the field ${missingProperty}`;
  if (allowedValues !== undefined) return `${place} must be one of ${allowedValues.join(', ')}`;
  return allowedValue === undefined ? `${place} ${message}` : `${place} must be ${String(allowedValue)}`;
}

/** The part of an ajv standalone validation function that leasehold uses. */
export interface Validator {
  (body: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** `/anyOf/` for an error inside an anyOf, otherwise empty. The build removes the rest of ajv's path. */
  readonly schemaPath: string;
}

/** The part of an ajv standalone function that we use. */
export interface Validator {
  (body: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** `/anyOf/` for an error within one, else empty: of ajv's path nothing else is kept. */
  readonly schemaPath: string;
}

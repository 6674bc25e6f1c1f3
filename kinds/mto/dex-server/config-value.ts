/** A file of a Secret in the pod of Dex. */
export interface SecretFile {
  readonly secret: string;
  readonly key: string;
  /** Whether the key can be missing. Without a required key, the pod does not start. */
  readonly isOptional?: boolean;
}

/** A value from Secrets, which Git does not contain. gomplate evaluates the expression when the pod starts [sources: dex-2]. */
export class Insert {
  readonly expression: string;
  readonly files: readonly SecretFile[];

  constructor(expression: string, files: readonly SecretFile[]) {
    this.expression = expression;
    this.files = files;
  }
}

/** A value of the configuration of Dex. */
export type ConfigValue =
  | string
  | number
  | boolean
  | Insert
  | readonly ConfigValue[]
  | { readonly [field: string]: ConfigValue | undefined };

export const secretFolder = '/etc/dex-secrets';

/** The expression for the path of a file. Names of Secrets and keys contain no quotes. */
export function quotedPath({ secret, key }: SecretFile): string {
  return `"${secretFolder}/${secret}/${key}"`;
}

/** The value of a key, as a string. */
export function secretText(file: SecretFile): Insert {
  return new Insert(`{{ file.Read ${quotedPath(file)} | toJSON }}`, [file]);
}

/** The value of a key, read as JSON or YAML. */
export function secretDocument(file: SecretFile): Insert {
  return new Insert(`{{ file.Read ${quotedPath(file)} | yaml | toJSON }}`, [file]);
}

/** Prints JSON, which Dex reads as YAML, with the expressions of the Secrets. */
export function printConfig(value: ConfigValue, indent = ''): string {
  if (value instanceof Insert) return value.expression;
  if (typeof value === 'string') return printText(value);
  if (typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  const parts = isList(value)
    ? value.map((one) => printConfig(one, inner))
    : Object.entries(value).flatMap(([field, one]) =>
        one === undefined ? [] : [`${printText(field)}: ${printConfig(one, inner)}`],
      );
  const [open, close] = isList(value) ? '[]' : '{}';
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((one) => inner + one).join(',\n')}\n${indent}${close}`;
}

/** gomplate must not evaluate text that contains its delimiters. */
function printText(text: string): string {
  return JSON.stringify(text).replaceAll('{{', '{\\u007b');
}

function isList(value: ConfigValue): value is readonly ConfigValue[] {
  return Array.isArray(value);
}

/** The files that a configuration reads, once each. */
export function filesOf(value: ConfigValue): readonly SecretFile[] {
  const files = new Map<string, SecretFile>();
  for (const file of everyFile(value)) {
    const name = `${file.secret}/${file.key}`;
    if (!files.has(name) || !file.isOptional) files.set(name, file);
  }
  return [...files].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, file]) => file);
}

function everyFile(value: ConfigValue): readonly SecretFile[] {
  if (value instanceof Insert) return value.files;
  if (typeof value !== 'object') return [];
  const parts: readonly (ConfigValue | undefined)[] = isList(value) ? value : Object.values(value);
  return parts.flatMap((one) => (one === undefined ? [] : everyFile(one)));
}

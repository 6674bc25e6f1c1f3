/** The names of a new kind in all notations. The template can contain each of them as a `{{placeholder}}`. */
export interface KindNames {
  /** Folder below kinds/: `acme`. */
  readonly system: string;
  /** Folder below the system: `key-material`. */
  readonly slug: string;
  /** `acme-key-material`. */
  readonly id: string;
  /** Export of index.ts: `acmeKeyMaterial`. */
  readonly constant: string;
  /** Kind in the contract: `KeyMaterial`. */
  readonly kind: string;
  /** `keymaterials`. */
  readonly plural: string;
  /** Name in example.yaml: `example-key-material`. */
  readonly example: string;
}

export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

const usage = 'usage: npm run new-kind <system>/<kind>, for example npm run new-kind acme/project';
const word = /^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/;
const maxLength = 40;

/** Reads the arguments of the command line. */
export function readNames(args: readonly string[]): Reading<KindNames> {
  const [path = '', ...more] = args;
  const [system = '', slug = '', ...rest] = path.split('/');
  if (path === '' || more.length > 0) return failed(usage);
  if (system === '' || slug === '' || rest.length > 0) return failed(`"${path}" is not <system>/<kind>\n${usage}`);
  for (const part of [system, slug]) {
    if (!word.test(part))
      return failed(`"${part}" must be lowercase words joined by "-", each a letter followed by letters and digits`);
    if (part.length > maxLength)
      return failed(`"${part}" has ${part.length} characters; at most ${maxLength} are allowed`);
  }
  return { ok: true, value: namesOf(system, slug) };
}

function namesOf(system: string, slug: string): KindNames {
  const id = `${system}-${slug}`;
  const kind = capitalized(slug);
  const constant = `${id.charAt(0)}${capitalized(id).slice(1)}`;
  return { system, slug, id, constant, kind, plural: pluralOf(kind.toLowerCase()), example: `example-${slug}` };
}

function capitalized(words: string): string {
  return words.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, 'ies');
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

export function failed(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

import type { CommitMetadata } from '../io/git-history.ts';

/** The file in which Argo CD's hydrator and others record the source commit of a render. GitOps Promoter reads it. */
export const hydratorFile = 'hydrator.metadata';

export interface HydratorMetadata {
  readonly repoURL: string;
  /** The rendered commit. */
  readonly drySha: string;
  readonly commit: CommitMetadata | undefined;
}

/**
 * The text as Argo CD writes it for the root of a branch: the same order of keys, without empty values, indented by two
 * spaces. Source: Argo CD 3.5, HydratorCommitMetadata and writeMetadata.
 */
export function hydratorText({ repoURL, drySha, commit }: HydratorMetadata): string {
  const [subject = '', ...rest] = (commit?.message ?? '').split('\n\n');
  const { references, body } = readReferences(rest.join('\n\n'));
  const fields = { repoURL, drySha, author: commit?.author, date: commit?.date, subject, body };
  const filled = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return `${goJson({ ...Object.fromEntries(filled), ...(references ? { references: [{ commit: references }] } : {}) })}\n`;
}

/** JSON as Go writes it. Go always escapes U+2028 and U+2029, because JavaScript before ES2019 did not allow them in strings. */
function goJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

const trailer = /^Argocd-reference-commit-(\w+): (.*)$/;
const keys = ['author', 'date', 'subject', 'body', 'sha', 'repourl'] as const;
type CommitReference = Readonly<Record<string, string>>;

/** Separates the trailers that describe the commit from which this one was created. All other lines are the body. */
function readReferences(text: string): { readonly references: CommitReference | undefined; readonly body: string } {
  const found = new Map<string, string>();
  const lines = text === '' ? [] : text.split('\n');
  const kept = lines.filter((line) => {
    const [, key = '', raw = ''] = trailer.exec(line) ?? [];
    const value = readValue(key, raw);
    if (value !== undefined) found.set(key, value);
    return value === undefined;
  });
  const ordered = keys.flatMap((key) => {
    const value = found.get(key);
    return value ? [[key === 'repourl' ? 'repoUrl' : key, value] as const] : [];
  });
  const references = ordered.length > 0 ? Object.fromEntries(ordered) : undefined;
  return { references, body: kept.map((line) => `${line}\n`).join('') };
}

/** The value of a trailer. Undefined for a key or a value that Argo CD would reject. */
function readValue(key: string, raw: string): string | undefined {
  if (key === 'sha') return /^[0-9a-f]{5,40}$/.test(raw) ? raw : undefined;
  if (key === 'date') return Number.isNaN(Date.parse(raw)) ? undefined : raw;
  if (key === 'author') return /^[^<>]*<[^<>@\s]+@[^<>@\s]+>$/.test(raw) ? raw : undefined;
  if (key === 'body') return readString(raw);
  return key === 'subject' || key === 'repourl' ? raw : undefined;
}

function readString(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The source commit of an earlier render; undefined for a text without one. */
export function readDrySha(text: string): string | undefined {
  const drySha = fieldOf(text, 'drySha');
  return drySha !== undefined && /^[0-9a-f]{40,64}$/.test(drySha) ? drySha : undefined;
}

/** The repository of an earlier render; undefined for a text without one. */
export function readRepository(text: string): string | undefined {
  return fieldOf(text, 'repoURL');
}

function fieldOf(text: string, key: keyof HydratorMetadata): string | undefined {
  try {
    const value = (JSON.parse(text) as Partial<Record<string, unknown>> | null)?.[key];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

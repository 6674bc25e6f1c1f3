import { groupBy } from '../../data/group-by.ts';
import { compileRe2, type Re2 } from '../../kubernetes/re2.ts';

/** A line of a CODEOWNERS file that assigns owners to matching paths. The list of owners can be empty. */
export interface OwnerRule {
  /** Starts at 1. */
  readonly line: number;
  readonly pattern: string;
  readonly owners: readonly string[];
  readonly regex: Re2;
}

/** A line that GitHub skips. Earlier lines then determine the owners of its paths. */
export interface SkippedLine {
  readonly line: number;
  readonly text: string;
  readonly why: string;
}

export interface CodeOwners {
  readonly rules: readonly OwnerRule[];
  /** The rules by the directory that contains everything they match, with a trailing slash. Empty for the root. */
  readonly byDirectory: ReadonlyMap<string, readonly OwnerRule[]>;
  readonly skipped: readonly SkippedLine[];
}

/** The maximum size in bytes. GitHub ignores a larger file. */
export const largestCodeOwners = 3 * 1024 * 1024;

/** Parses a CODEOWNERS file as GitHub does [sources: github-1]. */
export function parseCodeOwners(text: string): CodeOwners {
  const rules: OwnerRule[] = [];
  const skipped: SkippedLine[] = [];
  for (const [index, full] of text.split(/\r?\n/).entries()) {
    const [pattern = '', ...owners] = wordsOf(full);
    if (pattern === '') continue;
    const line = index + 1;
    const why = invalidPattern(pattern) ?? invalidOwner(owners);
    const compiled = compileRe2(regexOf(pattern));
    if (why === undefined && 're2' in compiled) rules.push({ line, pattern, owners, regex: compiled.re2 });
    else skipped.push({ line, text: full.trim(), why: why ?? 'the pattern is too complex' });
  }
  return { rules, byDirectory: groupBy(rules, ({ pattern }) => directoryOf(pattern)), skipped };
}

/** The words of a line without its comment. A space after a backslash belongs to the pattern. */
function wordsOf(line: string): readonly string[] {
  return line.replace(/(^|\s)#.*$/, '$1').match(/(?:\\.|\S)+/g) ?? [];
}

function invalidPattern(pattern: string): string | undefined {
  if (/^\^?\[/.test(pattern)) return 'GitHub does not support sections and character ranges';
  if (/[[\]]/.test(pattern)) return 'GitHub does not support character ranges';
  if (pattern.startsWith('!')) return 'GitHub does not support negation';
  if (pattern.startsWith('\\#')) return 'GitHub does not support an escaped #';
  return pattern.includes('***') ? 'a pattern with three asterisks matches nothing' : undefined;
}

function invalidOwner(owners: readonly string[]): string | undefined {
  const wrong = owners.find((owner) => !/^@[\w.-]+(?:\/[\w.-]+)?$|^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(owner));
  return wrong === undefined ? undefined : `${wrong} is not @user, @organization/team or an email address`;
}

/** The rule for a path. The last matching rule takes precedence. Only rules of the directories above the path can match. */
export function ruleFor({ byDirectory }: CodeOwners, path: string): OwnerRule | undefined {
  const above = ['', ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))];
  return above
    .flatMap((directory) => byDirectory.get(directory)?.findLast(({ regex }) => regex.test(path)) ?? [])
    .reduce<OwnerRule | undefined>((last, rule) => (last && last.line > rule.line ? last : rule), undefined);
}

/** The owners of a path relative to the root of the repository. Empty if there are none. */
export function ownersOf(codeOwners: CodeOwners, path: string): readonly string[] {
  return ruleFor(codeOwners, path)?.owners ?? [];
}

/**
 * Converts a pattern to a regular expression. Libraries for .gitignore do not apply because `docs/*` does not match
 * files in subdirectories here.
 */
function regexOf(pattern: string): string {
  if (pattern === '/') return '^\\b$';
  const segments = segmentsOf(pattern);
  // A trailing slash matches everything below the directory.
  const names = segments.at(-1) === '' ? [...segments.slice(0, -1), '**'] : segments;
  const body = names.map((name, index) => segmentRegex(name, index === names.length - 1)).join('');
  const below = names.at(-1) === '*' || names.at(-1) === '**' ? '' : '(?:/.+)?';
  return `${isAnchored(pattern) ? '^' : '^(?:.*/)?'}${body}${below}$`;
}

function segmentsOf(pattern: string): readonly string[] {
  return pattern.replace(/^\//, '').split('/');
}

/** Whether the pattern matches only paths that start at the root. */
function isAnchored(pattern: string): boolean {
  return (
    pattern.startsWith('/') ||
    segmentsOf(pattern)
      .slice(1)
      .some((segment) => segment !== '')
  );
}

/** The directory that contains everything that a pattern matches, up to the first name with a special character. */
function directoryOf(pattern: string): string {
  const names = isAnchored(pattern) ? segmentsOf(pattern).slice(0, -1) : [];
  const special = names.findIndex((name) => name === '' || /[*?\\]/.test(name));
  return names
    .slice(0, special < 0 ? names.length : special)
    .map((name) => `${name}/`)
    .join('');
}

function segmentRegex(segment: string, isLast: boolean): string {
  if (segment === '**') return isLast ? '.*' : '(?:.*/)?';
  const text = [...segment.matchAll(/\\.|[\s\S]/g)].map(([part]) => characterRegex(part)).join('');
  return `${segment === '*' ? '[^/]+' : text}${isLast ? '' : '/'}`;
}

function characterRegex(part: string): string {
  if (part === '*') return '[^/]*';
  if (part === '?') return '[^/]';
  const literal = part.length > 1 ? part.slice(1) : part;
  return literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

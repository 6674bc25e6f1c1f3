import { RE2JS, RE2JSException } from 're2js';
import { listed } from '../data/listed.ts';
import { programSizeLimit } from './re2-size.ts';

/** A regular expression in Go's dialect (RE2). Matching takes time in proportion to `size` and the length of the text. */
export interface Re2 {
  /** An upper bound on the number of instructions. At most `maxSize`. */
  readonly size: number;
  /** Whether the pattern matches anywhere in the text. */
  test(text: string): boolean;
  /** All matches from left to right. As in Go, an empty match directly after another match does not count. */
  matches(text: string): readonly Re2Match[];
}

export interface Re2Match {
  readonly start: number;
  readonly end: number;
  /** The whole match, then each capture group. A group that did not participate is undefined. */
  readonly groups: readonly (string | undefined)[];
  readonly named: ReadonlyMap<string, string | undefined>;
}

export type Re2Result = { readonly re2: Re2 } | { readonly error: string };

/** The maximum number of instructions of a single pattern. Compiling them takes less than a tenth of a second. */
const maxSize = 10_000;

/** Compiles a pattern. The error message also names syntax that JavaScript or PCRE supports but RE2 does not. */
export function compileRe2(pattern: string): Re2Result {
  const size = programSizeLimit(pattern);
  if (size > maxSize)
    return { error: `${JSON.stringify(pattern)} is too large: it can compile to more than ${maxSize} instructions` };
  try {
    return { re2: wrap(RE2JS.compile(pattern), size) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, '');
    return { error: `${JSON.stringify(pattern)} is not a valid RE2 regular expression: ${reason}${hint(pattern)}` };
  }
}

/** Syntax that RE2 does not support, most of it to guarantee linear time. */
const unsupportedSyntax: readonly (readonly [RegExp, string])[] = [
  [/\(\?[=!]/, 'lookahead'],
  [/\(\?<[=!]/, 'lookbehind'],
  [/\\[1-9]/, 'backreferences'],
  [/\(\?>/, 'atomic groups'],
  [/[*+?}]\+/, 'possessive quantifiers'],
  [/\\u[0-9a-fA-F]{4}/, '\\uXXXX escapes (write \\x{XXXX})'],
];

function hint(pattern: string): string {
  const found = unsupportedSyntax.filter(([syntax]) => syntax.test(pattern)).map(([, name]) => name);
  return found.length === 0 ? '' : `; RE2 does not support ${listed(found)}`;
}

function wrap(compiled: RE2JS, size: number): Re2 {
  return { size, test: (text) => compiled.test(text), matches: (text) => allMatches(compiled, text) };
}

function allMatches(compiled: RE2JS, text: string): readonly Re2Match[] {
  const matcher = compiled.matcher(text);
  const matches: Re2Match[] = [];
  let previousEnd = -1;
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (start === end && start === previousEnd) continue;
    previousEnd = end;
    const groups = Array.from({ length: compiled.groupCount() + 1 }, (_, index) => matcher.group(index) ?? undefined);
    const named = Object.entries(compiled.namedGroups()).map(([name, index]) => [name, groups[index]] as const);
    matches.push({ start, end, groups, named: new Map(named) });
  }
  return matches;
}

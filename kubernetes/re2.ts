import { RE2JS, RE2JSException } from 're2js';

/** A regular expression of Go's dialect (RE2): matching takes time in proportion to the text, whatever the pattern. */
export interface Re2 {
  /** Whether it matches anywhere in the text; anchors are the pattern's own affair. */
  test(text: string): boolean;
  /** Matches from left to right as Go finds them: no empty one right behind another. */
  matches(text: string): readonly Re2Match[];
}

export interface Re2Match {
  readonly start: number;
  readonly end: number;
  /** The whole match, then each group; undefined for a group that took no part. */
  readonly groups: readonly (string | undefined)[];
  readonly named: Readonly<Record<string, string | undefined>>;
}

export type Re2Reading = { readonly re2: Re2 } | { readonly fault: string };

/** Compiles a pattern, or says what is wrong with it, with a word on syntax that only JavaScript and PCRE have. */
export function compileRe2(pattern: string): Re2Reading {
  try {
    return { re2: wrap(RE2JS.compile(pattern)) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, '');
    return { fault: `${JSON.stringify(pattern)} is no regular expression of RE2: ${reason}${foreign(pattern)}` };
  }
}

/** What RE2 leaves out so that it can promise its speed. */
const foreignSyntax: readonly (readonly [RegExp, string])[] = [
  [/\(\?[=!]/, 'lookahead'],
  [/\(\?<[=!]/, 'lookbehind'],
  [/\\[1-9]/, 'back-references'],
  [/\(\?>|[*+?}]\+/, 'possessive and atomic groups'],
  [/\\u[0-9a-fA-F]{4}/, 'escapes \\uXXXX (write \\x{XXXX})'],
];

function foreign(pattern: string): string {
  const found = foreignSyntax.filter(([syntax]) => syntax.test(pattern)).map(([, name]) => name);
  return found.length === 0 ? '' : `; Go's RE2 has no ${found.join(', no ')}`;
}

function wrap(compiled: RE2JS): Re2 {
  return { test: (text) => compiled.test(text), matches: (text) => allMatches(compiled, text) };
}

function allMatches(compiled: RE2JS, text: string): readonly Re2Match[] {
  const matcher = compiled.matcher(text);
  const matches: Re2Match[] = [];
  let last = -1;
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (start === end && start === last) continue;
    last = end;
    const groups = Array.from({ length: compiled.groupCount() + 1 }, (_, index) => matcher.group(index) ?? undefined);
    const named = Object.entries(compiled.namedGroups()).map(([name, index]) => [name, groups[index]] as const);
    matches.push({ start, end, groups, named: Object.fromEntries(named) });
  }
  return matches;
}

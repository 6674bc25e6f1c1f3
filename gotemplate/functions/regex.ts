import { compileRe2, type Re2, type Re2Match } from '../../kubernetes/re2.ts';
import { programSizeLimit } from '../../kubernetes/re2-size.ts';
import type { Budget } from '../values/budget.ts';
import { TemplateError } from '../values/error.ts';
import { type Functions, fixed } from './define.ts';

const match = fixed(['string', 'string'], ([pattern, text], budget) => compiled(pattern, text, budget).test(text));
const find = fixed(
  ['string', 'string'],
  ([pattern, text], budget) => compiled(pattern, text, budget).matches(text)[0]?.groups[0] ?? '',
);
const findAll = fixed(['string', 'string', 'size'], ([pattern, text, count], budget) =>
  firstMatches(compiled(pattern, text, budget).matches(text), count, budget).map(({ groups }) => groups[0] ?? ''),
);
const replaceAll = fixed(['string', 'string', 'string'], ([pattern, text, replacement], budget) =>
  replaced({ pattern, text, replace: (found) => expand(replacement, found) }, budget),
);
const replaceLiteral = fixed(['string', 'string', 'string'], ([pattern, text, replacement], budget) =>
  replaced({ pattern, text, replace: () => replacement }, budget),
);
const split = fixed(['string', 'string', 'size'], ([pattern, text, count], budget) =>
  splitAt(text, firstMatches(compiled(pattern, text, budget).matches(text), count, budget), count),
);

/** Sprig's regular expression functions with Go's syntax. Functions with a pattern throw if it is invalid. */
export const regexFunctions: Functions = {
  regexMatch: match,
  mustRegexMatch: match,
  regexFind: find,
  mustRegexFind: find,
  regexFindAll: findAll,
  mustRegexFindAll: findAll,
  regexReplaceAll: replaceAll,
  mustRegexReplaceAll: replaceAll,
  regexReplaceAllLiteral: replaceLiteral,
  mustRegexReplaceAllLiteral: replaceLiteral,
  regexSplit: split,
  mustRegexSplit: split,
  regexQuoteMeta: fixed(['string'], ([text], budget) => budget.text(text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&'))),
};

/**
 * Compiles a pattern. Counts the steps before, because compiling takes about as long as matching a text of 64
 * characters.
 */
function compiled(pattern: string, text: string, budget: Budget): Re2 {
  if (pattern.length > 1000) throw new TemplateError('the pattern has more than 1000 characters');
  budget.spend(Math.ceil((programSizeLimit(pattern) * (text.length + 64)) / 16));
  const result = compileRe2(pattern);
  if ('error' in result) throw new TemplateError(result.error);
  return result.re2;
}

/** The first `count` matches, or all if `count` is negative. */
function firstMatches<T>(matches: readonly T[], count: number, budget: Budget): readonly T[] {
  budget.items(matches.length);
  return count < 0 ? matches : matches.slice(0, count);
}

interface Replacement {
  readonly pattern: string;
  readonly text: string;
  readonly replace: (found: Re2Match) => string;
}

function replaced({ pattern, text, replace }: Replacement, budget: Budget): string {
  const parts: string[] = [];
  let length = text.length;
  let last = 0;
  for (const found of compiled(pattern, text, budget).matches(text)) {
    const replacement = replace(found);
    length += replacement.length;
    budget.characters(length);
    parts.push(text.slice(last, found.start), replacement);
    last = found.end;
  }
  return parts.join('') + text.slice(last);
}

/** Expands `$1`, `${name}` and `$$` like Go: `$1x` refers to the group named 1x, and an unknown group is empty. */
function expand(replacement: string, { groups, named }: Re2Match): string {
  return replacement.replace(/\$(?:\$|([A-Za-z0-9_]+)|\{([A-Za-z0-9_]+)\})/g, (_, bare?: string, braced?: string) => {
    const name = bare ?? braced;
    if (name === undefined) return '$';
    return (/^[0-9]+$/.test(name) ? groups[Number(name)] : named.get(name)) ?? '';
  });
}

function splitAt(text: string, matches: readonly Re2Match[], count: number): readonly string[] {
  if (count === 0) return [];
  const parts: string[] = [];
  let begin = 0;
  let end = 0;
  for (const found of matches) {
    if (count > 0 && parts.length === count - 1) break;
    end = found.start;
    if (found.end !== 0) parts.push(text.slice(begin, end));
    begin = found.end;
  }
  return end === text.length && text !== '' ? parts : [...parts, text.slice(begin)];
}

import { compileRe2 } from '../../kubernetes/re2.ts';

/**
 * Compiles a glob of Argo CD: `*`, `?`, `[abc]`, `[a-z]`, `[!a]`, `{one,other}` and escapes. A malformed glob matches nothing.
 * Wildcards do not match the separator, except for `**` [sources: argocd-40].
 */
export function compileGlob(glob: string, separator = ''): (value: string) => boolean {
  if (!/[*?[{\\]/.test(glob)) return (value) => glob === value;
  if (glob === '*') return () => true;
  const pattern = patternOf(glob, separator);
  const compiled = pattern === undefined ? undefined : compileRe2(pattern);
  return compiled && 're2' in compiled ? compiled.re2.test : () => false;
}

export function matches(glob: string, value: string, separator = ''): boolean {
  return compileGlob(glob, separator)(value);
}

/** Whether a glob matches everything that another glob matches. False if this is unclear. */
export function covers(wide: string, narrow: string): boolean {
  if (wide === narrow || wide === '*') return true;
  const isClear = !/[[{\\]/.test(narrow) && !(/[*?]/.test(narrow) && /[?[{\\]/.test(wide));
  return isClear && matches(wide, narrow);
}

/** Undefined for a malformed list of characters. The end of a glob closes its open braces. */
function patternOf(glob: string, separator: string): string | undefined {
  const one = separator === '' ? '.' : `[^${quoted(separator)}]`;
  let depth = 0;
  const parts: string[] = [];
  for (const [token] of glob.matchAll(/\\.?|\*+|\[(?:\\.?|[^\]\\])*(?:\]|$)|./gsu)) {
    const part = simple(token, one) ?? alternative(token, depth) ?? (token[0] === '[' ? classOf(token) : quoted(token));
    if (part === undefined) return undefined;
    depth += part === '(?:' ? 1 : part === ')' ? -1 : 0;
    parts.push(part);
  }
  return `(?s)^${parts.join('')}${')'.repeat(depth)}$`;
}

function simple(token: string, one: string): string | undefined {
  if (token === '?') return one;
  if (token[0] === '*') return `${token === '*' ? one : '.'}*`;
  return token[0] === '\\' ? quoted(token.slice(1)) : undefined;
}

/** Outside of braces, `}` and `,` are ordinary characters. */
function alternative(token: string, depth: number): string | undefined {
  if (token === '{') return '(?:';
  if (depth === 0) return undefined;
  if (token === '}') return ')';
  return token === ',' ? '|' : undefined;
}

/** A single range or a list of characters. Argo CD rejects a mixture of both. */
function classOf(token: string): string | undefined {
  const [, not = '', list = ''] = /^\[(!?)(.+)\]$/s.exec(token) ?? [];
  if (/^[^\\]-[^\\]$/u.test(list)) return `[${not && '^'}${list.split('-').map(quoted).join('-')}]`;
  const characters = list.replace(/\\(.)/gs, '$1');
  return characters === '' || characters.includes('-', 1) ? undefined : `[${not && '^'}${quoted(characters)}]`;
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');
}

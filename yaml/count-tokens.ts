import { Lexer } from 'yaml';
import { limits } from '../data/limits.ts';
import { readPlainWithin } from './plain.ts';

/** The number of tokens that the full parser would read; at most `max + 1`. 0 if the plain reader is sufficient. */
export function countTokens(text: string, max: number): number {
  if (readPlainWithin(text, limits.values)) return 0;
  let tokens = 0;
  for (const _ of new Lexer().lex(text)) if (++tokens > max) break;
  return tokens;
}

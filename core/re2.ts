import { RE2JS } from 're2js';

/** A regular expression as Go has it: it matches in linear time and knows no lookaround and no backreferences. */
export type Re2 =
  | { readonly ok: true; readonly matches: (text: string) => boolean }
  | { readonly ok: false; readonly message: string };

/** Reads an expression of RE2. It matches anywhere in a text unless it is anchored, as Go's MatchString does. */
export function readRe2(source: string): Re2 {
  try {
    const compiled = RE2JS.compile(source);
    return { ok: true, matches: (text) => compiled.test(text) };
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message.replace(/^.*?:\s*/, '') : 'it cannot be read';
    return { ok: false, message: `${JSON.stringify(source)} is no regular expression of RE2: ${reason}` };
  }
}

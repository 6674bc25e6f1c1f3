import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

const program = join(__dirname, 'leasehold-cmp-program.cjs');

/** The code that V8 compiled from the program. V8 ignores code from another version of V8 or with other options of V8. */
export const compiledCode = join(__dirname, 'leasehold-cmp-program.bin');

/**
 * Loads the bundle of `main.ts`. V8 does not parse functions that are already compiled, which halves the time of a small render.
 * Each build writes the bundle and its compiled code together, because V8 does not compare their content.
 */
export function loadProgram(cachedData?: Buffer): Script {
  // The bundle contains only ASCII characters. If they are read as Latin-1, V8 does not convert them.
  const source = readFileSync(program, 'latin1');
  const wrapped = `(function (require) { ${source}\n})`;
  return new Script(wrapped, { filename: program, ...(cachedData && { cachedData }) });
}

export function startProgram(script: Script): void {
  (script.runInThisContext() as (require: NodeJS.Require) => void)(require);
}

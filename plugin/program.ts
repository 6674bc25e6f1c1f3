import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

const program = join(__dirname, 'leasehold-cmp-program.cjs');

/** The code that V8 compiled from the program. V8 ignores it if another version, or another option of V8, compiled it. */
export const compiledCode = join(__dirname, 'leasehold-cmp-program.bin');

/**
 * Loads the bundle of `main.ts`. V8 parses no function whose compiled code it has, which halves the time of a small render.
 * Each build writes the bundle and its compiled code together, because V8 does not compare their content.
 */
export function loadProgram(cachedData?: Buffer): Script {
  // The bundle contains only ASCII characters. V8 keeps them as they are only if they are read as Latin-1.
  const source = readFileSync(program, 'latin1');
  const wrapped = `(function (require) { ${source}\n})`;
  return new Script(wrapped, { filename: program, ...(cachedData && { cachedData }) });
}

export function startProgram(script: Script): void {
  (script.runInThisContext() as (require: NodeJS.Require) => void)(require);
}

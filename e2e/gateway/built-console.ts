import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files of the console that `npm run build` writes. */
export function builtConsole(): readonly { readonly path: string; readonly contents: Uint8Array }[] {
  const entries = readdirSync('dist/console', { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return entries.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return { path: relative('dist/console', file), contents: readFileSync(file) };
  });
}

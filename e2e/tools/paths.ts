import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const cache = resolve(import.meta.dirname, '../../.tools');

export const binFolder = resolve(cache, 'bin');
export const stampFolder = resolve(cache, 'stamp');
export const keycloakFolder = resolve(cache, 'keycloak');
export const logFolder = resolve(cache, 'log');

/** The wrapper module of a Go tool. */
export function wrapperFolder(tool: string): string {
  return resolve(import.meta.dirname, tool);
}

/** Path of a program that build.ts built. If it does not exist, the error explains how to build it. */
export function builtTool(binary: string): string {
  const path = resolve(binFolder, binary);
  if (!existsSync(path)) throw new Error(`${binary} is not built; run: npx tsx e2e/tools/build.ts`);
  return path;
}

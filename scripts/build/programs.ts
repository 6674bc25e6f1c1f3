import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { buildConsole } from './console.ts';
import { noticesOf } from './notices.ts';
import { buildPlugin } from './plugin.ts';

const options = {
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  legalComments: 'none',
  logLevel: 'warning',
  // The Node.js build of yaml reads process; the browser build is plain ECMAScript.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  banner: { js: '#!/usr/bin/env node' },
  // Argo CD and pipelines start a program for every call. Parsing its source takes most of the start-up time and a lot of memory.
  minify: true,
} as const satisfies BuildOptions;

/** Bundled CommonJS packages, such as the GitHub client, need `require`, which ES modules do not have. */
const requires = `import { createRequire as newRequire } from 'node:module';\nconst require = newRequire(import.meta.url);`;

/** Bundles the programs into dist/. Reads build/, which `writeModules` writes. */
export async function bundlePrograms(): Promise<void> {
  rmSync('dist', { recursive: true, force: true });
  const programs = await build({
    ...options,
    entryPoints: {
      leasehold: 'cli/main.ts',
      'kubectl-leasehold': 'kubectl/main.ts',
      'gateway-thread': 'gateway/thread.ts',
    },
    banner: { js: `${options.banner.js}\n${requires}` },
    chunkNames: '[name]-[hash]',
    splitting: true,
  });
  const plugin = await buildPlugin(options);
  const sidecar = await build({
    ...options,
    entryPoints: { 'leasehold-sidecar': 'sidecar/main.ts' },
    banner: { js: `${options.banner.js}\n${requires}` },
  });
  const site = await buildConsole();
  for (const { path, contents } of site.files) writeBytes(`dist/console/${path}`, contents);
  const metafiles = [programs.metafile, plugin, sidecar.metafile, site.metafile];
  writeFileSync('dist/LICENSES.txt', noticesOf(metafiles));
}

function writeBytes(path: string, contents: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

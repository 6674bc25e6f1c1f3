import { readFileSync } from 'node:fs';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { contentSecurityPolicy } from '../../console/data/policy.ts';

/** A file of the console, relative to its root. */
interface SiteFile {
  readonly path: string;
  readonly contents: Uint8Array | string;
}

const options = {
  bundle: true,
  splitting: true,
  write: false,
  metafile: true,
  platform: 'browser',
  target: 'es2023',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  outdir: 'assets',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
} as const satisfies BuildOptions;

/** Builds the console: a page, its style, its script in parts, and the core as a worker. */
export async function buildConsole(): Promise<{ readonly files: readonly SiteFile[]; readonly metafile: Metafile }> {
  const worker = await build({ ...options, entryPoints: { core: 'console/core/worker.ts' } });
  const core = nameOf(worker.metafile, 'console/core/worker.ts');
  const app = await build({
    ...options,
    entryPoints: { main: 'console/main.tsx', style: 'console/style/index.css' },
    define: { CORE_WORKER: JSON.stringify(core.replace('assets/', '')) },
  });
  const main = nameOf(app.metafile, 'console/main.tsx');
  const style = nameOf(app.metafile, 'console/style/index.css');
  const built = [...worker.outputFiles, ...app.outputFiles];
  const assets = built.map(({ path, contents }) => ({ path: `assets/${path.split('/').at(-1)}`, contents }));
  const inputs = { ...worker.metafile.inputs, ...app.metafile.inputs };
  return {
    files: [
      { path: 'index.html', contents: page(main, style) },
      { path: 'icon.svg', contents: readFileSync('console/style/icon.svg') },
      ...assets,
    ],
    metafile: { inputs, outputs: { ...worker.metafile.outputs, ...app.metafile.outputs } },
  };
}

function nameOf({ outputs }: Metafile, entryPoint: string): string {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`the build has no output for ${entryPoint}`);
  return found[0];
}

/** Fills in the placeholders of the page. Leaves everything else unchanged, including comments and whitespace. */
function page(main: string, style: string): string {
  const html = readFileSync('console/style/index.html', 'utf8');
  const values: Readonly<Record<string, string>> = { POLICY: contentSecurityPolicy, MAIN: main, STYLE: style };
  return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { parse } from 'yaml';

/**
 * Bundles the plugin as CommonJS modules, which start faster than ES modules and can use compiled code. Compiles it for the Node.js
 * that runs the build, by rendering the sample tenants.
 */
export async function buildPlugin(options: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    ...options,
    metafile: true,
    entryPoints: {
      'leasehold-cmp': 'plugin/start.ts',
      'leasehold-cmp-program': 'plugin/main.ts',
      'leasehold-cmp-compile': 'plugin/compile.ts',
    },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    banner: {},
  });
  compile(`${options.outdir}/leasehold-cmp-compile.cjs`);
  return metafile;
}

function compile(script: string): void {
  const words = [...nodeOptions(), script, 'generate'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${script} failed: ${stderr}`);
}

/** The options of Node.js in the command of plugin.yaml. V8 rejects code that it compiled with other options. */
function nodeOptions(): readonly string[] {
  const { spec } = parse(readFileSync('plugin/plugin.yaml', 'utf8')) as {
    readonly spec: { readonly generate: { readonly command: readonly string[] } };
  };
  return spec.generate.command.filter((word) => word.startsWith('--'));
}

import { build } from 'esbuild';

/**
 * The text of one script module for browsers, with all that it imports in it. Nothing stands in for Node: an import of
 * one of its modules is an error of the build, and its globals are not there.
 */
export async function bundleForBrowser(entryPoint: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    platform: 'browser',
    target: 'es2023',
    format: 'esm',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

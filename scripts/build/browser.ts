import { build } from 'esbuild';

/**
 * The text of one script module for browsers, including all of its imports. There are no polyfills for Node.js: an import of
 * one of its modules fails the build, and its globals do not exist.
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

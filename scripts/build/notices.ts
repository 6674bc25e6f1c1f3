import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The license of leasehold, and the name, version and license text of every package in a bundle. */
export function noticesOf(metafiles: readonly Metafile[]): string {
  const files = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  const folders = [...new Set(files.flatMap(packageFolder))].sort();
  const own = `leasehold\n\n${readFileSync('LICENSE', 'utf8')}`;
  return [own, ...folders.map(notice)].join(`\n${'-'.repeat(80)}\n\n`);
}

/** `node_modules/a/b.js` belongs to `node_modules/a`, and `node_modules/@a/b/c.js` to `node_modules/@a/b`. */
function packageFolder(file: string): readonly string[] {
  const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
  return found?.[1] === undefined ? [] : [found[1]];
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const names = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
    .sort();
  const texts = names
    .filter((file) => existsSync(join(folder, file)))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${name} ${version}\n\n${texts.length > 0 ? texts.join('\n\n') : `License: ${license ?? 'see the package'}`}\n`;
}

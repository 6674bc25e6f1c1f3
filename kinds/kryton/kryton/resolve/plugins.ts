import type { Bodies } from '../../../../build/contracts.ts';
import type { Report } from '../../../../core/problem/problem.ts';
import { trimEnd } from '../../../../data/trim-end.ts';
import type { KrytonValues } from '../values/values.ts';

type PluginSpecs = NonNullable<Bodies['kryton']['spec']['plugins']>;

export interface Plugin {
  readonly name: string;
  readonly url: string;
  readonly sha256: string;
}

/** The folder of the notes in the volume. Empty for the whole volume. */
export function notesFolder({ persistence }: KrytonValues): string {
  return trimEnd(persistence.subPath ?? '', /\//);
}

/** The folder of the plugins in the volume: next to the folder of the notes, or in it if the notes use the whole volume. */
export function pluginsFolder(values: KrytonValues): string {
  const notes = notesFolder(values);
  return notes === '' ? 'plugins' : `${notes}.plugins`;
}

/** The plugins to install [sources: kryton-10]. Checksums are lowercase, as sha256sum prints them. */
export function resolvePlugins(plugins: PluginSpecs, report: Report): readonly Plugin[] {
  for (const [index, plugin] of plugins.entries()) checkPlugin(plugin, index, report);
  checkNames(plugins, report);
  return plugins.map(({ name, url, sha256 }) => ({ name, url, sha256: sha256.toLowerCase() }));
}

function checkPlugin({ name, url, sha256 }: Plugin, index: number, report: Report): void {
  const at = ['spec', 'plugins', index];
  if (name.includes('..')) report('bad-format', [...at, 'name'], `name is "${name}"; it must not contain ".."`);
  if (url.startsWith('http:')) {
    report('risky-value', [...at, 'url'], 'downloads over http: are not encrypted', { fix: 'use https:' });
  }
  if (!/^0+$/.test(sha256)) return;
  const message = 'sha256 contains only zeros, so the server will not start';
  report('risky-value', [...at, 'sha256'], message, { fix: 'set it to the checksum of the file' });
}

function checkNames(plugins: PluginSpecs, report: Report): void {
  const firsts = new Map<string, number>();
  for (const [index, { name }] of plugins.entries()) {
    const first = firsts.get(name);
    if (first === undefined) firsts.set(name, index);
    else
      report(
        'conflicting-fields',
        ['spec', 'plugins', index, 'name'],
        `plugins[${first}] already has the name ${name}`,
        { fix: 'choose another name' },
      );
  }
}

import { didYouMean } from '../data/nearest.ts';
import { isMapping } from '../data/tree.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { type SettingName, settingTypes } from './commands/command.ts';
import type { Files } from './ports.ts';

export type Settings = Readonly<Partial<Record<SettingName, string | boolean>>>;

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly message: string };

export const settingsFile = '.leasehold.yaml';

/** How many directories are searched. The parent of the root directory is the root directory itself. */
const maxDepth = 32;

/**
 * Reads the configuration file at the root of the repository, because authors of a tenant's directory could write one below it.
 * Outside a repository, reads only the working directory, because a directory above it may belong to another user.
 */
export function readSettings({ kindOf, readText }: Pick<Files, 'kindOf' | 'readText'>): SettingsResult {
  const directory = repositoryRoot({ kindOf });
  const path = `${directory}${settingsFile}`;
  return kindOf(path) === 'file' ? parseSettings(path, readText(path) ?? '', directory) : { ok: true, settings: {} };
}

/** The relative path of the root of the repository, such as `../`. Empty at the root, and outside a repository. */
export function repositoryRoot({ kindOf }: Pick<Files, 'kindOf'>): string {
  const directories = Array.from({ length: maxDepth }, (_, depth) => '../'.repeat(depth));
  return directories.find((directory) => kindOf(`${directory}.git`) !== 'nothing') ?? '';
}

function parseSettings(path: string, text: string, directory: string): SettingsResult {
  const read = readYaml(text);
  if (!read.ok) return { ok: false, message: `${path}:${read.line}: ${read.message}` };
  const [body = {}] = read.bodies.map((one) => one ?? {});
  if (!isMapping(body) || read.bodies.length > 1)
    return { ok: false, message: `${path} must be a single YAML mapping, such as dir: tenants` };
  const wrong = Object.entries(body).map(([key, value]) => wrongSetting(key, value));
  const message = wrong.find((one) => one !== undefined);
  if (message !== undefined) return { ok: false, message: `${path}: ${message}` };
  const entries = Object.entries(body).map(([key, value]) => [key, inDirectory(key as SettingName, value, directory)]);
  return { ok: true, settings: Object.fromEntries(entries) };
}

const names = Object.keys(settingTypes);

function wrongSetting(key: string, value: unknown): string | undefined {
  if (!names.includes(key)) {
    const near = didYouMean(key, names);
    return `unknown setting ${key}; the settings are ${names.join(', ')}${near === undefined ? '' : `; ${near}`}`;
  }
  const [type, wanted] =
    settingTypes[key as SettingName] === 'switch' ? ['boolean', 'true or false'] : ['string', 'a non-empty string'];
  return typeof value === type && value !== '' ? undefined : `${key} is ${JSON.stringify(value)}; it must be ${wanted}`;
}

function inDirectory(key: SettingName, value: unknown, directory: string): string | boolean {
  const isRelative = settingTypes[key] === 'path' && !String(value).startsWith('/');
  return isRelative ? `${directory}${value}` : (value as string | boolean);
}

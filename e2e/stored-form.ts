import type { KubeObject } from './manifests.ts';

/** Places where the server stores another form of a value, such as 1 for 1000m. */
export function rewritten(given: KubeObject, stored: KubeObject): readonly string[] {
  // stringData is write-only; the server stores it as data.
  const { stringData: _, ...readable } = given;
  return differences('', readable, stored);
}

function differences(path: string, given: unknown, stored: unknown): readonly string[] {
  if (isEmpty(given) && (stored === undefined || isEmpty(stored))) return [];
  if (typeof given !== 'object' || given === null || typeof stored !== 'object' || stored === null)
    return given === stored ? [] : [`${path} is kept as ${JSON.stringify(stored)}, not ${JSON.stringify(given)}`];
  const kept = stored as Readonly<Record<string, unknown>>;
  return Object.entries(given).flatMap(([key, value]) => differences(`${path}.${key}`, value, kept[key]));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

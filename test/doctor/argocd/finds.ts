import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import type { ArgoCdObject } from './objects.ts';

/** The findings of the doctor for these objects, one on each line. */
export function finds(...objects: readonly ArgoCdObject[]): readonly string[] {
  const text = objects.map((object) => stringify(object)).join('---\n');
  const { findings } = diagnose([{ path: 'argocd.yaml', text }]);
  return findings.map(({ severity, object, path, message }) => `${severity} ${object} ${path}: ${message}`);
}

/** Asserts that there is exactly one finding, which contains the given words. */
export function findsOnly(words: readonly string[], ...objects: readonly ArgoCdObject[]): void {
  const found = finds(...objects);
  assert.is(found.length, 1, found.join('\n'));
  for (const word of words) assert.match(found[0] ?? '', word);
}

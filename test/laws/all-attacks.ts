import type { ReadableFile } from '../../core/source/source.ts';
import { directoryAttacks } from './directory-attacks.ts';
import { attacks, evil } from './grant-attacks.ts';
import { krytonAttacks } from './kryton-attacks.ts';
import { parameterAttacks } from './parameter-attacks.ts';
import { templateAttacks } from './template-attacks.ts';

const ownChart = evil(
  'apiVersion: leasehold.dev/v1alpha1\nkind: InflatedChart\nmetadata: {name: evil}\nspec: {chart: {name: x}, release: x, namespace: evil, objects: []}\n',
);

/** The files of each attack, in the order of the table in docs/threats.md. */
export const allAttacks: readonly (readonly [what: string, files: readonly ReadableFile[]])[] = [
  ...Object.entries({ ...attacks, ...directoryAttacks, ...krytonAttacks }).map(([what, one]) => [what, [one]] as const),
  ['an InflatedChart of its own', [ownChart]],
  ...Object.entries(templateAttacks),
  ...Object.entries(parameterAttacks),
];

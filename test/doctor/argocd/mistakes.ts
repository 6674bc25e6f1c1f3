import { installationMistakes, projectMistakes } from './installation-mistakes.ts';
import type { Mistake } from './mistake.ts';
import { setMistakes, sourceMistakes } from './source-mistakes.ts';
import { syncMistakes } from './sync-mistakes.ts';

/** Mistakes that the doctor finds, in the order of the documentation. */
export const mistakes: readonly Mistake[] = [
  ...syncMistakes,
  ...sourceMistakes,
  ...setMistakes,
  ...projectMistakes,
  ...installationMistakes,
];

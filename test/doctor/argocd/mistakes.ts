import { installationMistakes } from './installation-mistakes.ts';
import { memberMistakes } from './member-mistakes.ts';
import type { Mistake } from './mistake.ts';
import { projectMistakes } from './project-mistakes.ts';
import { setMistakes } from './set-mistakes.ts';
import { sourceMistakes } from './source-mistakes.ts';
import { syncMistakes } from './sync-mistakes.ts';

/** Mistakes that the doctor finds, in the order of the documentation. */
export const mistakes: readonly Mistake[] = [
  ...syncMistakes,
  ...sourceMistakes,
  ...setMistakes,
  ...projectMistakes,
  ...memberMistakes,
  ...installationMistakes,
];

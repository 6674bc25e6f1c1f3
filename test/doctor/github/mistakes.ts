import { branchMistakes, settingMistakes } from './branch-mistakes.ts';
import type { Mistake } from './mistake.ts';
import { newFileMistakes } from './new-file-mistakes.ts';
import { ownerMistakes } from './owner-mistakes.ts';
import { reviewMistakes } from './review-mistakes.ts';
import { workflowMistakes } from './workflow-mistakes.ts';

/** Every mistake that the doctor finds, in the order of the documentation. */
export const mistakes: readonly Mistake[] = [
  ...ownerMistakes,
  ...newFileMistakes,
  ...workflowMistakes,
  ...reviewMistakes,
  ...branchMistakes,
  ...settingMistakes,
];

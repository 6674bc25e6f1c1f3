import { isEqual } from '../../data/is-equal.ts';
import { memo } from '../../data/memo.ts';
import type { World } from '../kind/world.ts';

/** A question that code asked a world. Asking another world shows whether the answer differs. */
export interface Question {
  readonly ask: (world: World) => unknown;
  /** The question about the whole value, if this one reads a part of it. */
  readonly whole: Question | undefined;
  /** The questions that determine the answer, once it is computed. Undefined if the world contains the answer. */
  sources: readonly Question[] | undefined;
  /** The last comparison that asked it, and whether the answers were the same. A Map would need more memory. */
  comparison: object | undefined;
  isSame: boolean;
}

/** Whether questions have the same answers in two worlds. Asks only questions whose answers do not follow from other answers. */
export function sameAnswers(before: World, after: World): (question: Question) => boolean {
  return comparisons(before)(after);
}

const comparisons = memo((before: World) => memo((after: World) => compareAnswers(before, after)));

function compareAnswers(before: World, after: World): (question: Question) => boolean {
  const comparison = {};
  const follows = ({ whole, sources }: Question): boolean =>
    (sources?.every(isSame) ?? false) && (whole === undefined || follows(whole));
  const isSame = (question: Question): boolean => {
    if (question.comparison !== comparison) {
      question.isSame = follows(question) || isSameIn(question, before, after);
      question.comparison = comparison;
    }
    return question.isSame;
  };
  return isSame;
}

function isSameIn({ ask }: Question, before: World, after: World): boolean {
  try {
    return isEqual(ask(before), ask(after));
  } catch {
    return false;
  }
}

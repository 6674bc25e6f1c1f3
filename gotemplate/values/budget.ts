import { Halt } from './fault.ts';

/** Bounds on a run, so that no template hangs the renderer or fills its memory. */
export const limits = {
  /** Evaluated terms, looped items and characters by sixty-four. */
  steps: 1_000_000,
  /** Characters of the output, and of any one text on the way. A resource of more does not fit a cluster. */
  characters: 1_500_000,
  /** Items of any one list. */
  items: 20_000,
  /** Calls of templates inside each other, and nesting of data. */
  depth: 100,
} as const;

export interface Budget {
  /** Counts work; throws when the run has done too much. */
  spend(steps: number): void;
  /** Gives the text back unless it is too long, and counts it. */
  text(text: string): string;
  /** Counts characters of the output. */
  written(characters: number): void;
  /** Call before a text of that many characters is made. */
  room(characters: number): void;
  /** Call before a list of that many items is made. */
  items(count: number): void;
}

export function makeBudget(): Budget {
  let left: number = limits.steps;
  const spend = (steps: number) => {
    left -= steps;
    if (left < 0) throw new Halt(`the template takes more than ${limits.steps} steps`);
  };
  const room = (characters: number) => {
    if (characters > limits.characters) throw new Halt(`a text would have more than ${limits.characters} characters`);
    spend(Math.ceil(characters / 64));
  };
  const text = (made: string) => {
    room(made.length);
    return made;
  };
  let written = 0;
  const count = (characters: number) => {
    written += characters;
    if (written > limits.characters) throw new Halt(`the output has more than ${limits.characters} characters`);
  };
  const items = (length: number) => {
    if (length > limits.items) throw new Halt(`a list would have more than ${limits.items} items`);
    spend(length);
  };
  return { spend, text, written: count, room, items };
}

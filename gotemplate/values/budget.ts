import { TemplateError } from './template-error.ts';

/** Limits of a run, so that no template blocks the renderer or exhausts its memory. */
export const limits = {
  /** Evaluated terms, looped items and characters by sixty-four. */
  steps: 1_000_000,
  /** Characters of the output and of any intermediate text. The API server rejects larger resources. */
  characters: 1_500_000,
  /** Items of a list. */
  items: 20_000,
  /** Nesting of template calls and of data. */
  depth: 100,
} as const;

export interface Budget {
  /** Counts steps; throws when the run exceeds the limit. */
  spend(steps: number): void;
  /** Returns the text and counts it; throws if it is too long. */
  checkText(text: string): string;
  /** Counts characters of the output. */
  countOutput(characters: number): void;
  /** Call before creating a text of that many characters. */
  reserveText(characters: number): void;
  /** Call before creating a list of that many items. */
  reserveItems(count: number): void;
}

export function createBudget(): Budget {
  let left: number = limits.steps;
  const spend = (steps: number) => {
    left -= steps;
    if (left < 0) throw new TemplateError(`the template takes more than ${limits.steps} steps`);
  };
  const reserveText = (characters: number) => {
    if (characters > limits.characters)
      throw new TemplateError(`a text would have more than ${limits.characters} characters`);
    spend(Math.ceil(characters / 64));
  };
  const checkText = (text: string) => {
    reserveText(text.length);
    return text;
  };
  let written = 0;
  const count = (characters: number) => {
    written += characters;
    if (written > limits.characters)
      throw new TemplateError(`the output has more than ${limits.characters} characters`);
  };
  const reserveItems = (length: number) => {
    if (length > limits.items) throw new TemplateError(`a list would have more than ${limits.items} items`);
    spend(length);
  };
  return { spend, checkText, countOutput: count, reserveText, reserveItems };
}

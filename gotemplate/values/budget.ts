import { publicError, type TemplateError } from './error.ts';

/** Limits for a single execution that prevent a template from hanging the renderer or exhausting its memory. */
export const limits = {
  /** Counts a step for each evaluated term, loop iteration and list item, and for every 16 characters. */
  steps: 1_000_000,
  /** Applies to the output and to each intermediate text. The API server rejects larger resources. */
  characters: 1_500_000,
  /** Applies to each list. */
  items: 20_000,
  /** Applies to the template itself. */
  tokens: 200_000,
  /** Applies to nested template calls and nested data. */
  depth: 100,
} as const;

/** Counts the work of an execution. All methods throw a TemplateError if a limit is exceeded. */
export interface Budget {
  spend(steps: number): void;
  /** Counts the characters of a text and returns it. */
  text(text: string): string;
  /** Counts characters of the output. Returns the previous count. */
  written(characters: number): number;
  /** Call this before creating a text with that many characters. */
  characters(count: number): void;
  /** Call this before creating a list with that many items. */
  items(count: number): void;
}

export function tooDeep(): TemplateError {
  return publicError(`the data is nested more than ${limits.depth} levels deep`);
}

export function createBudget(): Budget {
  let left: number = limits.steps;
  const spend = (steps: number) => {
    left -= steps;
    if (left < 0) throw publicError(`the template exceeds the limit of ${limits.steps} steps`);
  };
  const characters = (count: number) => {
    if (count > limits.characters) throw tooMany('a string', 'characters');
    spend(Math.ceil(count / 16));
  };
  const text = (result: string) => {
    characters(result.length);
    return result;
  };
  let total = 0;
  const written = (count: number) => {
    total += count;
    if (total > limits.characters) throw tooMany('the output', 'characters');
    return total - count;
  };
  const items = (count: number) => {
    if (count > limits.items) throw tooMany('a list', 'items');
    spend(count);
  };
  return { spend, text, written, characters, items };
}

function tooMany(subject: string, unit: 'characters' | 'items'): TemplateError {
  return publicError(`${subject} exceeds the limit of ${limits[unit]} ${unit}`);
}

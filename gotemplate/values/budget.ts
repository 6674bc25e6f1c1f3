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

/** The limits of an execution, which it can share with others. */
export interface Allowance {
  readonly steps: number;
  readonly characters: number;
  /** The end of messages about the limits: why they are lower than usual. */
  readonly because?: string;
}

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

export function createBudget(allowance: Allowance): Budget {
  const { because = '' } = allowance;
  let left = allowance.steps;
  const spend = (steps: number) => {
    left -= steps;
    if (left < 0) throw publicError(`the template exceeds the limit of ${allowance.steps} steps${because}`);
  };
  const tooLong = (subject: string) => tooMany(subject, allowance.characters, `characters${because}`);
  const characters = (count: number) => {
    if (count > allowance.characters) throw tooLong('a string');
    spend(Math.ceil(count / 16));
  };
  const text = (result: string) => {
    characters(result.length);
    return result;
  };
  let total = 0;
  const written = (count: number) => {
    total += count;
    if (total > allowance.characters) throw tooLong('the output');
    return total - count;
  };
  const items = (count: number) => {
    if (count > limits.items) throw tooMany('a list', limits.items, 'items');
    spend(count);
  };
  return { spend, text, written, characters, items };
}

function tooMany(subject: string, max: number, unit: string): TemplateError {
  return publicError(`${subject} exceeds the limit of ${max} ${unit}`);
}

import { readFileSync } from 'node:fs';

export const corpusFile = 'test/gotemplate/corpus.json';

/** Templates with the results of Go's text/template and Sprig. e2e/gotemplate.test.ts compares them with Go again. */
export interface Corpus {
  readonly data: Readonly<Record<string, unknown>>;
  readonly samples: readonly Sample[];
}

export type Sample = { readonly template: string } & Answer;

export type Answer =
  | { readonly output: string; readonly error?: undefined }
  | { readonly output?: undefined; readonly error: string };

export function readCorpus(): Corpus {
  return JSON.parse(readFileSync(corpusFile, 'utf8')) as Corpus;
}

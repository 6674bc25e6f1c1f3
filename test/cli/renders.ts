import * as assert from 'uvu/assert';
import { type WriteResult, writeOutput } from '../../io/output.ts';
import { contents } from './sandbox.ts';

type Texts = Readonly<Record<string, string>>;

/** Two consecutive renders: a file is unchanged, one changes, one is removed, and one is added. */
export const first = { 'ada/one.yaml': '1\n', 'ada/two.yaml': '2\n', 'bob/deep/three.yaml': '3\n' };
export const second = { 'ada/one.yaml': '1\n', 'ada/two.yaml': 'two\n', 'cid/four.yaml': '4\n' };

export function write(dir: string, texts: Texts, tenant: string | null = null): WriteResult {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  return writeOutput({ dir, files, tenant, onFile: () => {} });
}

/** The files of an output directory without the records of leasehold. */
export function rendered(dir: string): Texts {
  return Object.fromEntries(Object.entries(contents(dir)).filter(([path]) => !path.startsWith('.leasehold')));
}

/** The reason why a write was rejected. Fails the test if it was not. */
export function rejected(outcome: WriteResult): string {
  assert.not(outcome.ok);
  return outcome.ok ? '' : `${outcome.message}: ${outcome.fix}`;
}

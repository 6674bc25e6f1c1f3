import type { SourceFile } from '../../leasehold.ts';
import { corpus, validCorpus } from '../corpus.ts';
import { Random } from '../random.ts';
import { judge, type Subject, type Verdict } from './judge.ts';
import { mutate } from './mutate.ts';
import { templated } from './templated.ts';

export interface Finding {
  readonly verdict: Verdict;
  /** The number that generated the input. As the first argument of `npm run fuzz`, it reproduces the failure. */
  readonly seed: number;
  readonly files: readonly SourceFile[];
}

/** Repositories with few files: the sample repository would take a second for each change. */
const small = corpus().filter(({ files }) => files.length < 5);
const valid = small.filter(({ rendering }) => rendering.ok);
const base = validCorpus().find(({ files }) => files.length < 3)?.files ?? [];

/**
 * The changed repository of a seed, with files to compare it with: the original, another version of its Template, or other
 * files if the original has errors.
 */
export function inputOf(seed: number): Subject {
  const random = new Random(seed);
  if (random.below(6) === 0) return { ...templated(random), choice: seed };
  // A repository that has errors before the change rarely reaches the later stages.
  const { files, rendering } = random.pick(random.below(5) === 0 ? small : valid);
  return { files: mutate(files, random), base: rendering.ok ? files : base, choice: seed };
}

/** Checks the input of a seed. If it fails, finds a smaller input that fails. */
export async function fuzz(seed: number, onFailure: () => unknown = () => {}): Promise<Finding | undefined> {
  const subject = inputOf(seed);
  const verdict = await judge(subject);
  if (verdict === undefined) return undefined;
  await onFailure();
  return { verdict, seed, files: await minimal(subject) };
}

/** Removes lines and files while the check still fails. */
async function minimal(subject: Subject): Promise<readonly SourceFile[]> {
  let smallest = subject.files;
  for (let part = 8; part <= 64; part *= 2) {
    for (const shorter of shortenings(smallest, part))
      if ((await judge({ ...subject, files: shorter })) !== undefined) smallest = shorter;
  }
  return smallest;
}

function shortenings(files: readonly SourceFile[], parts: number): readonly (readonly SourceFile[])[] {
  const withoutFile = files.length > 1 ? files.map((_, index) => files.filter((_, other) => other !== index)) : [];
  const withoutLines = files.flatMap((file, index) => {
    const lines = 'text' in file ? file.text.split('\n') : [];
    const size = Math.ceil(lines.length / parts);
    return Array.from({ length: parts }, (_, part) => {
      const text = lines.filter((_, line) => Math.floor(line / size) !== part).join('\n');
      return files.map((one, other) => (other === index ? { path: one.path, text } : one));
    });
  });
  return [...withoutFile, ...withoutLines];
}

import { type Finding, fuzz } from './fuzz.ts';

/** The messages of the process: the seed of the next input, its failure, and a smaller input that fails. */
export type Message =
  | { readonly type: 'start'; readonly seed: number }
  | { readonly type: 'failed' }
  | { readonly type: 'finding'; readonly finding: Finding };

const [first = '1', stride = '1', milliseconds = '0'] = process.argv.slice(2);
const end = performance.now() + Number(milliseconds);
for (let seed = Number(first); performance.now() < end; seed += Number(stride)) {
  await say({ type: 'start', seed });
  const finding = await fuzz(seed, () => say({ type: 'failed' }));
  if (finding) await say({ type: 'finding', finding });
}
process.disconnect();

/** Waits until the message is sent, because a blocked process sends nothing more. */
function say(message: Message): Promise<void> {
  return new Promise((done) => {
    process.send?.(message, () => done());
  });
}

import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { SourceFile } from '../../leasehold.ts';
import { type Finding, inputOf } from './fuzz.ts';
import type { Message } from './worker.ts';

/** `npm run fuzz -- SEED SECONDS`: prints every input for which a stage or a program fails or does not terminate. */
const [first = '1', seconds = '60'] = process.argv.slice(2);
const end = performance.now() + Number(seconds) * 1000;
/** The time limit for one input in milliseconds. Most take less than 100. */
const timeLimit = 15_000;
/** The time limit for a process to load the corpus, on a busy machine. */
const startLimit = 120_000;
const lanes = availableParallelism();
let [inputs, found] = [0, 0];
await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(Number(first) + lane)));
console.log(`${inputs} inputs from seed ${first}: ${found} failed`);
process.exit(found === 0 ? 0 : 1);

async function runLane(start: number): Promise<void> {
  for (let seed = start; performance.now() < end; ) seed = await judgeFrom(seed);
}

/** Checks seeds in another process, because only a process can be stopped. Returns the next seed. */
function judgeFrom(start: number): Promise<number> {
  const worker = fork(resolve(import.meta.dirname, 'worker.ts'), [start, lanes, end - performance.now()].map(String));
  let current = start;
  let timer = expire(worker, () => current, startLimit);
  return new Promise((done) => {
    worker.on('message', (message: Message) => {
      clearTimeout(timer);
      if (message.type === 'finding') report(message.finding);
      if (message.type !== 'start') return;
      current = message.seed;
      inputs++;
      timer = expire(worker, () => current, timeLimit);
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      done(current + lanes);
    });
  });
}

function expire(worker: ChildProcess, current: () => number, limit: number): NodeJS.Timeout {
  return setTimeout(() => {
    worker.kill('SIGKILL');
    const verdict = `has no result after ${limit / 1000} seconds`;
    report({ verdict, seed: current(), files: inputOf(current()).files });
  }, limit);
}

function report({ verdict, seed: of, files }: Finding): void {
  found++;
  console.log(`seed ${of}: ${verdict}\n${files.map(textOf).join('\n')}\n`);
}

function textOf(file: SourceFile): string {
  return `# ${file.path}\n${'text' in file ? file.text : ''}`;
}

import { availableParallelism } from 'node:os';
import { run } from 'uvu/run';
import { runInProcesses } from './processes.ts';
import { tally } from './tally.ts';
import { testFiles } from './test-files.ts';

/** Fewer tests than this means tests were lost, not that they pass. Raise it when tests are added. */
const floors: Readonly<Record<string, number>> = { test: 1300, e2e: 300 };

const [folder = 'test', only = ''] = process.argv.slice(2);
const files = testFiles(folder, only);
// The end-to-end tests have one control plane, and tests that write cases write what others read.
const isSerial = folder !== 'test' || process.env['UPDATE'] === '1';
const processes = isSerial ? 1 : Math.min(availableParallelism(), 4, files.length);

const say = (text: string) => void process.stdout.write(text);

if (processes > 1) Object.assign(tally, await runInProcesses(files, processes, say));
else await run([...files]);

const ran = tally.passed + tally.failed;
const floor = only === '' ? (floors[folder] ?? 1) : 1;
if (ran < floor) {
  console.error(`only ${ran} tests ran; the floor for ${folder}/ is ${floor}`);
  tally.failed++;
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);

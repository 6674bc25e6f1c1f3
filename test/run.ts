import { run } from 'uvu/run';
import { processGroups } from './process-groups.ts';
import { runInProcesses } from './processes.ts';
import { tally } from './tally.ts';
import { testFiles } from './test-files.ts';

/** The minimum number of tests. A lower number means that tests were lost. Raise it when you add tests. */
const floors: Readonly<Record<string, number>> = { test: 1300, e2e: 300 };

const [folder = 'test', ...words] = process.argv.slice(2);
const files = testFiles(folder, words);
const groups = processGroups(folder, files);

/** The time limit per test file, in seconds. It is several times the time that the slowest file takes. */
const limit = 15 * 60;
const say = (text: string) => void process.stdout.write(text);

const needsProcesses = groups.length > 1 || groups.some(({ processes }) => processes > 1);
if (needsProcesses) Object.assign(tally, await runInProcesses(groups, { say, limit }));
else await run([...files]);

const ran = tally.passed + tally.failed;
const floor = words.length === 0 ? (floors[folder] ?? 1) : 1;
if (ran < floor) {
  console.error(`only ${ran} tests ran; the floor for ${folder}/ is ${floor}`);
  tally.failed++;
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);

import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { run } from 'uvu/run';
import { tally } from './tally.ts';

/** Fewer tests than this means tests were lost, not that they pass. Raise it when tests are added. */
const floors: Readonly<Record<string, number>> = { test: 1150, e2e: 300 };

const [folder = 'test', only = ''] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && file.includes(only))
  .sort();

await run(files.map((file) => ({ name: file, file: resolve(folder, file) })));

const ran = tally.passed + tally.failed;
const floor = only === '' ? (floors[folder] ?? 1) : 1;
if (ran < floor) {
  console.error(`only ${ran} tests ran; the floor for ${folder}/ is ${floor}`);
  tally.failed++;
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);

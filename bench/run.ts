import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { measureGate } from './gate.ts';
import { measureHostile } from './hostile.ts';
import { peakMemory, run } from './measure/process.ts';
import { interleave } from './measure/samples.ts';
import { measureScales, product, renderInto } from './measure/scale.ts';
import { kleff, tenantName, warned } from './measure/workload.ts';
import { measurePeers } from './peers/peers.ts';
import { measurePlugin } from './plugin.ts';
import { coldStartRows, growthRow, peerRows, scaleRow, unchangedRow } from './rows.ts';
import { markdown, type Row } from './table.ts';

// Prefers a file system in memory: the journal of a disk costs more time than everything that is measured here.
const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'leasehold-bench-'));
try {
  const rows = measureAll();
  const table = markdown(rows);
  console.log(table);
  if (process.argv.includes('--write')) writeTable(table);
  if (rows.some(({ target }) => target && !target.met)) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}

function measureAll(): readonly Row[] {
  const scales = measureScales(join(root, 'kleff'), kleff, { sizes: [1, 100, 1000, 10_000], rounds: 7 });
  const warnings = measureScales(join(root, 'warned'), warned, { sizes: [10_000], rounds: 5 });
  const large = join(root, 'kleff', '10000');
  const { unchanged } = interleave(5, { unchanged: () => run(renderInto(large)).ms });
  const start = measureColdStart(join(root, 'kleff', '1'), large);
  const plugin = measurePlugin(join(root, 'plugin'));
  const peers = measurePeers(join(root, 'peers'), { tenants: 1000, sampled: 20, rounds: 5, large });
  const measured = [...scales, ...warnings].filter(({ tenants }) => tenants > 1);
  return [
    ...measured.map(scaleRow),
    unchangedRow(unchanged),
    growthRow(scales),
    ...start,
    ...plugin,
    measureGate(),
    ...measureHostile(),
    ...peerRows(peers),
  ];
}

function measureColdStart(small: string, large: string): readonly Row[] {
  const tenant = tenantName(5000);
  const ofMany = product(large, '--tenant', tenant, '-o', 'json');
  assert.ok(isAlone(run(ofMany).stdout, tenant), 'the output contains only that tenant');
  const node = (...args: readonly string[]) => ({ program: process.execPath, args, cwd: large });
  const samples = interleave(9, {
    alone: () => run(product(small, '-o', 'json')).ms,
    ofMany: () => run(ofMany).ms,
    node: () => run(node('-e', '0')).ms,
    reading: () => run(node(resolve('bench/read-all.mjs'), 'tenants')).ms,
  });
  return coldStartRows({ ...samples, peak: peakMemory(ofMany) });
}

/** Whether the output is JSON with objects of that tenant only. */
function isAlone(text: string, tenant: string): boolean {
  const named = new Set(text.match(/t-[0-9]{5}/g));
  return text.startsWith('[') || text.startsWith('{') ? named.size === 1 && named.has(tenant) : false;
}

function writeTable(table: string): void {
  const file = 'docs/performance.md';
  const facts = `Node ${process.version}, ${availableParallelism()} cores, ${process.platform} ${process.arch}.`;
  const section = `<!-- bench -->\n\`npm run bench -- --write\` wrote this table. ${facts}\n\n${table}<!-- /bench -->`;
  const text = readFileSync(file, 'utf8');
  const written = text.replace(/<!-- bench -->[\s\S]*<!-- \/bench -->/, () => section);
  if (!written.includes(section)) throw new Error(`${file} has no markers for the table`);
  writeFileSync(file, written);
}

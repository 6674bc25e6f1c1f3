import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measurePeers } from './peers/peers.ts';
import { measurePlugin } from './plugin.ts';
import { run } from './process.ts';
import { growthRow, oneTenantRow, peerRows, scaleRow } from './rows.ts';
import { interleave } from './samples.ts';
import { measureScales, product } from './scale.ts';
import { markdown, type Row } from './table.ts';
import { kleff, tenantName, warned } from './workload.ts';

// A file system in memory where there is one: on a disc its journal costs more than all that is measured here.
const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'leasehold-bench-'));
try {
  const rows = measureAll();
  const table = markdown(rows);
  console.log(table);
  if (process.argv.includes('--write')) writeTable(table);
  if (rows.some(({ aim }) => aim && !aim.met)) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}

function measureAll(): readonly Row[] {
  const scales = measureScales(join(root, 'kleff'), kleff, { sizes: [1, 100, 1000, 10_000], rounds: 7 });
  const warnings = measureScales(join(root, 'warned'), warned, { sizes: [10_000], rounds: 5 });
  const start = measureOneTenant(join(root, 'kleff', '10000'));
  const large = join(root, 'kleff', '10000');
  const plugin = measurePlugin(join(root, 'plugin'));
  const peers = measurePeers(join(root, 'peers'), { tenants: 1000, sampled: 20, rounds: 5, large });
  const measured = scales.filter(({ tenants }) => tenants > 1);
  return [
    ...measured.map(scaleRow),
    ...warnings.map(scaleRow),
    growthRow(scales),
    start,
    ...plugin,
    ...peerRows(peers),
  ];
}

function measureOneTenant(cwd: string): Row {
  const tenant = tenantName(5000);
  const one = product(cwd, '--tenant', tenant, '--stdout', 'json');
  const { product: samples, node } = interleave(9, {
    product: () => run(one).ms,
    node: () => run({ program: process.execPath, args: ['-e', '0'], cwd }).ms,
  });
  return oneTenantRow(samples, { node, alone: isAlone(run(one).stdout, tenant) });
}

/** Whether the output is JSON and speaks of that tenant and no other. */
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

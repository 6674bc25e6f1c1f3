import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// The floor: reads the same inputs and writes the same bytes to the same files, without any computation.
// The bytes come from one file. The time to read it is printed, so that the benchmark can subtract it.
const [, , inputs, pack, out] = process.argv;
const before = performance.now();
const { files, text } = JSON.parse(readFileSync(pack, 'utf8'));
const unpacking = performance.now() - before;

for (const name of readdirSync(inputs, { recursive: true })) {
  if (name.endsWith('.yaml')) readFileSync(join(inputs, name), 'utf8');
}
let start = 0;
for (const { path, length } of files) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text.slice(start, start + length));
  start += length;
}
console.log(unpacking);

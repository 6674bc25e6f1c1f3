import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// The floor: reads the same inputs, writes the same bytes into the same files, and thinks nothing.
// The bytes come from one file; the time that takes is printed, for the bench to leave out.
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

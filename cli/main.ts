import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { render } from '../core/index.ts';
import { readTree } from '../io/read.ts';

// A placeholder until run.ts: renders a directory.
const result = render(readTree(process.argv[3] ?? 'tenants'));
for (const file of result.files) {
  const path = join('rendered', file.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file.text);
}
console.log(`${result.inventory.objects} objects, ${result.problems.length} problems`);

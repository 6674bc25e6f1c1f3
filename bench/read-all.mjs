import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

// The minimum for a render of one tenant among many: every file is read, because any file can cause a conflict.
const [, , inputs] = process.argv;
const buffer = Buffer.allocUnsafeSlow(65_536);
for (const name of readdirSync(inputs)) {
  const file = openSync(join(inputs, name), 'r');
  readSync(file, buffer);
  closeSync(file);
}

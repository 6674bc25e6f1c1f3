import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// What a render of one tenant cannot do without: reading every file, for any of them may claim what is the tenant's.
const [, , inputs] = process.argv;
for (const name of readdirSync(inputs)) readFileSync(join(inputs, name), 'utf8');

import { nodePorts } from './node-ports.ts';
import { run } from './run.ts';

// Argo CD reads stdout as manifests; whatever a library says goes elsewhere.
Object.assign(console, { log: console.error, info: console.error, debug: console.error, table: console.error });
// Set, not exited with: output that is still on its way must arrive.
process.exitCode = await run({ argv: process.argv.slice(2), env: process.env, cwd: process.cwd() }, nodePorts());

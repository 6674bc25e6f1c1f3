import { nodePorts } from './node-ports.ts';
import { run } from './run.ts';

// Argo CD reads stdout as manifests, so the output of libraries goes to stderr.
Object.assign(console, { log: console.error, info: console.error, debug: console.error, table: console.error });
run({ argv: process.argv.slice(2), env: process.env, cwd: process.cwd() }, nodePorts()).then((code) => {
  // Set exitCode instead of calling exit() so that pending output is flushed.
  process.exitCode = code;
});

// Loaded before the program: kills it, like `kill -9`, just before its nth change of the file system.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let left = Number(process.env.CRASH_BEFORE);
for (const name of ['mkdirSync', 'mkdtempSync', 'renameSync', 'rmSync', 'rmdirSync', 'writeFileSync']) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (left-- === 0) process.kill(process.pid, 'SIGKILL');
    return original(...args);
  };
}
syncBuiltinESMExports();

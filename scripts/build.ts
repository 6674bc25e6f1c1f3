import { writeModules } from './build/modules.ts';
import { bundlePrograms } from './build/programs.ts';

/** Writes build/ and dist/. With --modules it writes only build/, which the other scripts need. */
await writeModules();
if (!process.argv.includes('--modules')) await bundlePrograms();

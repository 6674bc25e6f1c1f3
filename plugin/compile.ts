import { writeFileSync } from 'node:fs';
import { compiledCode, loadProgram, startProgram } from './program.ts';

// Runs the program once, and then writes the code that V8 compiled for the run. Start it in a directory with tenants, with the
// options of Node.js that plugin.yaml sets.
const script = loadProgram();
process.on('exit', () => writeFileSync(compiledCode, script.createCachedData()));
startProgram(script);

import { writeFileSync } from 'node:fs';
import { compiledCode, loadProgram, startProgram } from './program.ts';

// Runs the program once, and then writes the code that V8 compiled for the run. Start it with the options of Node.js in plugin.yaml,
// in a directory with tenants.
const script = loadProgram();
process.on('exit', () => writeFileSync(compiledCode, script.createCachedData()));
startProgram(script);

import { existsSync, readFileSync } from 'node:fs';
import { compiledCode, loadProgram, startProgram } from './program.ts';

// The command of plugin.yaml.
startProgram(loadProgram(existsSync(compiledCode) ? readFileSync(compiledCode) : undefined));

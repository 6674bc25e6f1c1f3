/** The parts of the fuzzer that are bundled with a planted bug. */
export { isolationFails } from './delegated.ts';
export { inputOf } from './fuzz.ts';
export { judge } from './judge.ts';

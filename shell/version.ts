/** Of package.json. Importing that file would bundle all of it into every program. */
export { version } from '../build/version.ts';

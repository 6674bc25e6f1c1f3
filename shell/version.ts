/** The version in package.json. Importing that file would bundle its whole content into every program. */
export { version } from '../build/version.ts';

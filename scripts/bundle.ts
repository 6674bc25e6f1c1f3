import { actionBundle, actionNotices, bundleAction } from './build/action-bundle.ts';
import { readOrEmpty, writeIfChanged } from './build/write.ts';

/**
 * Writes the action's bundle and its licenses, which Git keeps. With --check it writes nothing and exits with 1 if one of them
 * is stale.
 */
const { text, notices } = await bundleAction();
for (const [file, content] of [
  [actionBundle, text],
  [actionNotices, notices],
] as const) {
  if (!process.argv.includes('--check')) writeIfChanged(file, content);
  else if (readOrEmpty(file) !== content) {
    console.error(`${file} is stale: run npm run generate`);
    process.exit(1);
  }
}

import { actionBundle, bundleAction } from './build/action-bundle.ts';
import { readOrEmpty, writeIfChanged } from './build/write.ts';

/** Writes the action's bundle, which is kept in Git. With --check it writes nothing and exits 1 when it is stale. */
const text = await bundleAction();
if (!process.argv.includes('--check')) writeIfChanged(actionBundle, text);
else if (readOrEmpty(actionBundle) !== text) {
  console.error(`${actionBundle} is stale: run npm run generate`);
  process.exit(1);
}

import { hitsBelow } from '../test/structure/word-count.ts';

/** Prints every use of a retired word below a path: `npx tsx scripts/words.ts docs/`. */
for (const { file, line, found, instead } of hitsBelow(process.argv[2] ?? ''))
  console.log(`${file}:${line} ${found} (write: ${instead})`);

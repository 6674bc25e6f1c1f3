import { readdirSync, writeFileSync } from 'node:fs';
import { caseOutput } from '../../test/case-output.ts';

/**
 * Writes the output of each case of a kind: `write-cases.ts kinds/acme/project`. Requires a build/ that includes the
 * kind.
 */
const [folder = ''] = process.argv.slice(2);
for (const name of readdirSync(`${folder}/cases`))
  for (const [file, text] of Object.entries(caseOutput(`${folder}/cases/${name}`)))
    if (text !== undefined) writeFileSync(`${folder}/cases/${name}/${file}`, text);

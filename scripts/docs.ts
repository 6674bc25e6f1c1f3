import { readFileSync, writeFileSync } from 'node:fs';
import { readContracts } from './build/contracts.ts';
import { fieldTable } from './docs/field-table.ts';
import { planTable, tierTable } from './docs/figures.ts';
import { fill } from './docs/fill.ts';

/**
 * Writes the generated parts of the documentation, which stand between `<!-- part:start -->` and `<!-- part:end -->`.
 * With --check it writes nothing and exits 1, naming each file whose parts are stale.
 */
/** What one kind's README has beside the parts that all have. */
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  org: { tiers: tierTable() },
  plan: { plans: planTable() },
};
const wanted = new Map(
  readContracts().map((contract) => {
    const file = `kinds/${contract.id}/README.md`;
    const parts = {
      example: `\`\`\`yaml\n${contract.example}\`\`\``,
      fields: fieldTable(contract.schema),
      ...own[contract.id],
    };
    return [file, fill(readFileSync(file, 'utf8'), parts, file)] as const;
  }),
);
const stale = [...wanted].filter(([file, text]) => readFileSync(file, 'utf8') !== text);

if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is stale: run npx tsx scripts/docs.ts`);
  process.exit(stale.length === 0 ? 0 : 1);
}
for (const [file, text] of stale) writeFileSync(file, text);

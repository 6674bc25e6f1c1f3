import { readFileSync, writeFileSync } from 'node:fs';
import { risks } from '../analysis/diff/change.ts';
import { codes } from '../core/problem/codes.ts';
import { withoutEffect } from '../test/laws/without-effect.ts';
import { readContracts } from './build/contracts.ts';
import { codeOfUnread, readUnreadKinds } from './build/unread-kinds.ts';
import { actionParts } from './docs/action.ts';
import { chartValuesTable } from './docs/chart-values.ts';
import { commandParts } from './docs/commands.ts';
import { argoCdParts, gitHubParts } from './docs/doctor.ts';
import { fieldTable } from './docs/field-table.ts';
import { planTable, tierTable } from './docs/figures.ts';
import { fill } from './docs/fill.ts';
import { kindMatrix } from './docs/kind-matrix.ts';
import { backendTable, ruleTable } from './docs/rules.ts';
import { table } from './docs/table.ts';

/**
 * Writes the generated parts of the documentation, which are between `<!-- part:start -->` and `<!-- part:end -->`.
 * With --check it writes nothing, names each file with stale parts, and exits with 1 if there are any.
 */
const problems = table(
  ['code', 'severity', 'meaning'],
  Object.entries(codes).map(([code, [severity, meaning]]) => [`\`${code}\``, severity, meaning]),
);

const unreadKinds = table(
  ['group', 'kind', 'code', 'what to do'],
  readUnreadKinds()
    .filter(({ group }) => group.endsWith('.stakater.com'))
    .map((one) => [
      `\`${one.group}\``,
      one.kind === '*' ? 'any other' : `\`${one.kind}\``,
      `\`${codeOfUnread(one)}\``,
      one.fix,
    ]),
);

const fieldsWithoutEffect = table(
  ['kind', 'field', 'reason'],
  readContracts().flatMap(({ id, folder, kind, version }) =>
    Object.entries(withoutEffect[id as keyof typeof withoutEffect] ?? {}).map(([field, reason]) => [
      `[${kind}](../${folder}/README.md) \`${version}\``,
      `\`${field}\``,
      reason,
    ]),
  ),
);

const riskTable = table(
  ['risk', 'meaning'],
  Object.entries(risks).map(([risk, meaning]) => [`\`${risk}\``, meaning]),
);

/** The generated parts that only some READMEs of kinds have. */
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  org: { tiers: tierTable() },
  plan: { plans: planTable() },
};
const parts = new Map<string, Readonly<Record<string, string>>>([
  ['ARCHITECTURE.md', { kinds: kindMatrix() }],
  ['docs/commands.md', commandParts()],
  ['docs/doctor-argocd.md', argoCdParts()],
  ['docs/enforcement.md', { backends: backendTable(), rules: ruleTable() }],
  ['docs/doctor-github.md', gitHubParts()],
  ['docs/github-action.md', actionParts()],
  ['kinds/kryton/kryton/postgresql.md', { values: chartValuesTable() }],
  ['docs/mto.md', { unread: unreadKinds }],
  ['docs/problems.md', { codes: problems, unchanged: fieldsWithoutEffect }],
  ['docs/review-a-change.md', { risks: riskTable }],
  ...readContracts().map(({ id, folder, example, schema }) => {
    const common = { example: `\`\`\`yaml\n${example}\`\`\``, fields: fieldTable(schema) };
    return [`${folder}/README.md`, { ...common, ...own[id] }] as const;
  }),
]);
const wanted = [...parts].map(([file, filling]) => [file, fill(readFileSync(file, 'utf8'), filling, file)] as const);
const stale = wanted.filter(([file, text]) => readFileSync(file, 'utf8') !== text);

if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is stale: run npm run generate`);
  process.exit(stale.length === 0 ? 0 : 1);
}
for (const [file, text] of stale) writeFileSync(file, text);

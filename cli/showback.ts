import { billOf, type Grouping, groupings, shareAmongTenants } from '../cost/bill.ts';
import type { Catalogue } from '../cost/catalogue.ts';
import { largest } from '../data/largest.ts';
import { didYouMean } from '../data/nearest.ts';
import { render, type SourceFile, tenantsIn } from '../leasehold.ts';
import { printable } from '../shell/text.ts';
import { billCsv, billJson, billMarkdown, billTable, preamble, type Statement } from '../showback/bill-text.ts';
import { findCatalogue } from '../showback/find-catalogue.ts';
import type { Arguments } from './arguments.ts';
import { reportCostError } from './collect-costs.ts';
import { type Costs, readCosts } from './costs.ts';
import { documentation } from './help.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { reportErrors } from './problems.ts';
import { startProgress } from './progress.ts';
import { directoryOf, readTenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';

const help = 'leasehold showback --help';

/** Prints the bill of a period. */
export async function showback(args: Arguments, ports: Ports): Promise<ExitCode> {
  const dir = directoryOf(args);
  const tenants = readTenantFiles(dir, ports, startProgress(ports));
  if (!tenants.ok) return usageError(ports, tenants.message, help);
  const rendering = render(tenants.files, { tenant: 'platform' });
  if (!rendering.ok) return reportErrors(rendering.problems, tenants.files, 'no costs can be calculated', ports);
  const catalogue = findCatalogue(rendering.objects);
  if (!catalogue) {
    ports.stderr(withoutPrices);
    return exitCodes.problems;
  }
  try {
    const costs = await readCosts({ args, ports, catalogue, dir });
    if (!costs.ok) return usageError(ports, costs.message, help);
    const statement = statementOf(costs.costs, catalogue, args);
    const unknown = statement.bill.lines.length > 0 ? undefined : unknownTenant(args.text('tenant'), tenants.files);
    if (unknown !== undefined) return usageError(ports, unknown, help);
    // CSV has no place for notes.
    if (args.text('output') === 'csv' && !ports.terminal.isQuiet)
      for (const note of statement.notes) ports.stderr(`leasehold: ${printable(note)}\n`);
    ports.stdout(textOf(statement, args));
    return exitCodes.success;
  } catch (error) {
    return reportCostError(error, ports);
  }
}

/** The steps from a new repository to a bill. */
const withoutPrices = `leasehold: no file defines a PriceBook, so nothing has a price
  1. Run leasehold new PriceBook prices, and write your prices in the file.
  2. Run leasehold showback with --usage FILE, or with --from DATE, --to DATE and --prometheus URL or --opencost URL.
To see a bill without a cluster, run leasehold showback in the sample repository:
${documentation}docs/showback.md#try-it-without-a-cluster
`;

/** The message for a tenant without usage that no file defines. A removed tenant can still have usage. */
function unknownTenant(name: string | undefined, files: readonly SourceFile[]): string | undefined {
  const names = name === undefined ? [] : tenantsIn(render(files)).map((tenant) => tenant.name);
  if (name === undefined || names.includes(name)) return undefined;
  const near = didYouMean(name, names);
  return `tenant ${name} has no usage in the period, and no file defines it${near === undefined ? '' : `; ${near}`}`;
}

const shared = { idle: ['idle'], unallocated: ['unallocated'], all: ['idle', 'unallocated'] } as const;

function statementOf(costs: Costs, catalogue: Catalogue, args: Arguments): Statement {
  const by = (args.text('by') ?? groupings[0]) as Grouping;
  const share = args.text('share') as keyof typeof shared | undefined;
  const whole = billOf(costs.rows, by);
  const bill = share === undefined ? whole : shareAmongTenants(whole, shared[share]);
  const tenant = args.text('tenant');
  const lines = bill.lines.filter((line) => line.category === 'tenant' && line.tenant === tenant);
  const total = lines.reduce((sum, line) => sum + line.cost + line.shared, 0n);
  return {
    ...costs,
    bill: tenant === undefined ? bill : { lines, total },
    by,
    basis: costs.basis ?? catalogue.basis,
    isShared: share !== undefined,
  };
}

const printers = { text: tableText, json: billJson, csv: billCsv, markdown: billMarkdown } as const;

function textOf(statement: Statement, args: Arguments): string {
  return printers[(args.text('output') ?? 'text') as keyof typeof printers](statement);
}

/** Columns as wide as their widest cell, with names left-aligned and numbers right-aligned. */
function tableText(statement: Statement): string {
  const rows = billTable(statement, 3).map((cells) => cells.map(printable));
  const names = { tenant: 1, namespace: 2, workload: 3 }[statement.by];
  const widths = (rows[0] ?? []).map((_, column) => largest(rows.map((cells) => (cells[column] ?? '').length)));
  const pad = (cell: string, column: number) =>
    column < names ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const [head = [], ...body] = rows;
  const lines = [head.map((title) => title.toUpperCase()), ...body].map((cells) => cells.map(pad).join('  ').trimEnd());
  return `${[...preamble(statement).map(printable), '', ...lines].join('\n')}\n`;
}

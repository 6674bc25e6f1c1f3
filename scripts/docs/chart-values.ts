import { readChartList } from '../build/chart-values.ts';
import { table } from './table.ts';

/** The values of the bundled PostgreSQL chart, and the effect of each in leasehold. */
export function chartValuesTable(): string {
  const { values } = readChartList();
  const rows = values.map(({ default: standard, instead = '', outcome, path, while: conditions = [] }) => [
    `\`${path}\``,
    defaultOf(standard),
    outcome,
    [conditions.length > 0 ? `only if ${conditions.map(conditionText).join(' and ')}` : '', instead]
      .filter((note) => note !== '')
      .join('; '),
  ]);
  return table(['Value', 'Default of the chart', 'Outcome', 'Notes'], rows);
}

function defaultOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (['""', '{}', '[]'].includes(text)) return '';
  return text.length > 60 ? 'long' : `\`${text}\``;
}

/** A condition in the notation of the list: `path`, `!path` or `path=a|b`. */
function conditionText(condition: string): string {
  if (condition.startsWith('!')) return `\`${condition.slice(1)}\` is not set`;
  const [path, choices] = condition.split('=');
  return choices === undefined ? `\`${path}\` is set` : `\`${path}\` is ${choices.replaceAll('|', ' or ')}`;
}

import { type Change, type Risk, type RiskFinding, risks } from '../analysis/diff/change.ts';
import type { FieldChange } from '../analysis/diff/fields.ts';
import { groupBy } from '../data/group-by.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { count, printable, valueText } from '../shell/text.ts';
import type { Color, Paint } from './style.ts';

const marks = { added: ['green', '+'], changed: ['yellow', '~'], removed: ['red', '-'] } as const;
const colors: Readonly<Partial<Record<Risk, Color>>> = {
  'data-loss': 'red',
  'quota-raised': 'yellow',
  'quota-shrunk': 'yellow',
  replaced: 'yellow',
  routine: 'dim',
  'tenant-added': 'green',
  'tenant-removed': 'red',
};

function colorOf(risk: Risk): Color {
  return colors[risk] ?? 'magenta';
}

/** The maximum number of fields to print for an object. Larger changes are easier to read in the rendered files. */
const maxFields = 20;

/** Changes as text: by tenant, each object with its risk and its changed fields, then the totals. */
export function diffText(changes: readonly Change[], paint: Paint, columns: number): string {
  if (changes.length === 0) return 'no changes\n';
  const tenants = groupBy(changes, ({ tenant }) => tenant);
  const blocks = [...tenants].map(([tenant, own]) => {
    const objects = own.map((change) => changeText(change, paint, columns)).join('');
    return `${paint('bold', tenant)}\n${objects}\n`;
  });
  return `${blocks.join('')}${totals(changes, tenants.size)}\n`;
}

function changeText({ action, id, kept, risk, findings, fields }: Change, paint: Paint, columns: number): string {
  const [color, mark] = marks[action];
  const label = risk === 'routine' ? '' : `  ${paint(colorOf(risk), risk)}`;
  const note = kept ? `  ${paint('dim', 'kept in the cluster: Prune=false')}` : '';
  const reasons = findings
    .filter(addsInformation)
    .map((finding) => `      ${paint(colorOf(finding.risk), `${finding.risk}:`)} ${printable(finding.why)}\n`);
  const shown = fields.slice(0, maxFields).map((field) => `      ${fieldText(field, columns - 6)}\n`);
  const more = fields.length > maxFields ? `      and ${count(fields.length - maxFields, 'more field')}\n` : '';
  return `  ${paint(color, mark)} ${printable(formatId(id))}${label}${note}\n${reasons.join('')}${shown.join('')}${more}`;
}

/** False for a finding that only repeats the risk of the object. */
function addsInformation({ risk }: RiskFinding, _: number, findings: readonly RiskFinding[]): boolean {
  return findings.length > 1 || (risk !== 'tenant-added' && risk !== 'tenant-removed');
}

/** A changed field, on one line if it fits, otherwise with a line for each side. */
function fieldText({ path, ...sides }: FieldChange, columns: number): string {
  const [old, now] = [
    'old' in sides ? valueText(sides.old, maxValueLength) : '(none)',
    'new' in sides ? valueText(sides.new, maxValueLength) : '(none)',
  ];
  const line = `${printable(path)}: ${old} → ${now}`;
  return line.length <= columns ? line : `${printable(path)}:\n        ${old}\n      → ${now}`;
}

const maxValueLength = 160;

function totals(changes: readonly Change[], tenants: number): string {
  const of = (action: Change['action']) => changes.filter((change) => change.action === action).length;
  const names = Object.keys(risks) as readonly Risk[];
  const byRisk = names.map((risk) => [risk, changes.filter((change) => change.risk === risk).length] as const);
  const risky = byRisk.filter(([, number]) => number > 0).map(([risk, number]) => `${number} ${risk}`);
  return `${count(changes.length, 'object')} of ${count(tenants, 'tenant')}: ${of('added')} added, ${of('changed')} changed, ${of('removed')} removed; ${risky.join(', ')}`;
}

import type { Change } from '../analysis/diff/change.ts';
import type { FieldChange } from '../analysis/diff/fields.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { count, valueText } from '../shell/text.ts';
import { code, prose } from './markdown.ts';

const marks = { added: '➕', changed: '✏️', removed: '➖' } as const;
const longest = 120;

/** One changed object as a list item, with why it is risky and, up to a number, the fields that differ. */
export function changeLine(change: Change, mostFields: number): string {
  const { action, id, kept, findings, fields } = change;
  const reasons = [...new Set(findings.filter(({ risk }) => risk === change.risk).map(({ why }) => prose(why)))];
  const note = kept ? ['kept in the cluster: Prune=false'] : [];
  const why = [...note, ...reasons].join('; ');
  const head = `- ${marks[action]} ${action} ${code(formatId(id))}${why === '' ? '' : `: ${why}`}\n`;
  const shown = fields.slice(0, mostFields).map((field) => `  - ${fieldText(field)}\n`);
  const more =
    fields.length > mostFields && mostFields > 0 ? `  - and ${count(fields.length - mostFields, 'more field')}\n` : '';
  return head + shown.join('') + more;
}

function fieldText(field: FieldChange): string {
  const side = (name: 'old' | 'new') => (name in field ? code(valueText(field[name], longest)) : 'none');
  return `${code(field.path)}: ${side('old')} → ${side('new')}`;
}

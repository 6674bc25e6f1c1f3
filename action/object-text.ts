import type { Change, Comparable, Risk } from '../analysis/diff/change.ts';
import type { FieldChange } from '../analysis/diff/fields.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { code, fenced, prose } from '../shell/markdown.ts';
import { count, printable, valueText } from '../shell/text.ts';
import { lineDiff } from './line-diff.ts';

const marks = { added: '➕', changed: '✏️', removed: '➖' } as const;
const longestValue = 120;

/** The manifests of both sides by object ID. */
export interface ManifestTexts {
  readonly old: ReadonlyMap<string, string>;
  readonly now: ReadonlyMap<string, string>;
}

export function manifestTexts(old: readonly Comparable[], now: readonly Comparable[]): ManifestTexts {
  const byId = (objects: readonly Comparable[]) => new Map(objects.map(({ id, text }) => [formatId(id), text]));
  return { old: byId(old), now: byId(now) };
}

/** The maximum number of reasons per object. */
const maxReasons = 12;

/** A line about a changed object and its risks: `➖ removed PersistentVolumeClaim a/b: the volume claim is removed`. */
export function objectLine(change: Change): string {
  return changeLine(change, code(formatId(change.id)));
}

/** Risks whose tenants the report lists at the top. */
const namedAbove: ReadonlySet<Risk> = new Set(['tenant-removed', 'tenant-added']);

/** The reasons for the risk of a change. A reason for a lesser risk starts with the name of that risk. */
export function reasonsOf({ risk, findings }: Change): readonly string[] {
  const shown = findings.filter((one) => one.risk === risk || !namedAbove.has(one.risk));
  return [...new Set(shown.map((one) => (one.risk === risk ? one.why : `${one.risk}: ${one.why}`)))];
}

/** Like objectLine, with a custom description for several objects that change for the same reasons. */
export function changeLine(change: Change, what: string): string {
  const { action, kept } = change;
  const reasons = reasonsOf(change).map(prose);
  const rest = reasons.length - maxReasons;
  const shown = [...reasons.slice(0, maxReasons), ...(rest > 0 ? [`and ${count(rest, 'more reason')}`] : [])];
  const why = [...(kept ? ['kept in the cluster: Prune=false'] : []), ...shown].join('; ');
  return `${marks[action]} ${action} ${what}${why === '' ? '' : `: ${why}`}`;
}

/**
 * The lines of the manifest that differ, with context, up to `maxLines`. A Secret shows its changed fields with hidden
 * values.
 */
export function objectDiff(change: Change, texts: ManifestTexts, maxLines: number): string {
  if (change.id.kind === 'Secret' && change.id.group === '') return fieldList(change.fields, maxLines);
  const old = texts.old.get(formatId(change.replaces ?? change.id)) ?? '';
  const now = texts.now.get(formatId(change.id)) ?? '';
  const lines = old === '' || now === '' ? oneSided(old, now) : lineDiff(old, now);
  const rest = lines.length - maxLines;
  const shown = [...lines.slice(0, maxLines), ...(rest > 0 ? [`… ${count(rest, 'more line')}`] : [])];
  return fenced('diff', shown.map(printable));
}

function oneSided(old: string, now: string): readonly string[] {
  const [mark, text] = now === '' ? ['-', old] : ['+', now];
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${mark} ${line}`);
}

function fieldList(fields: readonly FieldChange[], max: number): string {
  const side = (field: FieldChange, name: 'old' | 'new') =>
    name in field ? code(valueText(field[name], longestValue)) : 'none';
  const shown = fields.slice(0, max);
  const rest = fields.length - shown.length;
  const lines = shown.map((field) => `- ${code(field.path)}: ${side(field, 'old')} → ${side(field, 'new')}\n`);
  return `${lines.join('')}${rest > 0 ? `- and ${count(rest, 'more field')}\n` : ''}\n`;
}

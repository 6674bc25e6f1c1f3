import { describeField, type Field, type FieldSummary } from '../analysis/fields/describe-field.ts';
import { contracts, type KindId } from '../build/contracts.ts';
import { schemas } from '../build/schemas.ts';
import { columns, wrap } from './help.ts';
import { matchingKinds, unknownKind } from './kind-names.ts';

/** A field of one kind. */
export type FieldEntry = Field & { readonly kind: string; readonly apiVersion: string };

export type FieldResult =
  | { readonly ok: true; readonly entries: readonly FieldEntry[] }
  | { readonly ok: false; readonly message: string };

/** Describes `Kind` or `Kind.field.path` from the schemas, once for each system that defines the kind. */
export function explainField(subject: string): FieldResult {
  const steps = subject.split('.').filter((step) => step !== '');
  const heads = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  const head = [...heads].reverse().find((word) => matchingKinds(word).length > 0);
  if (head === undefined) return { ok: false, message: unknownKind(steps[0] ?? subject) };
  const path = steps.slice(head.split('.').length);
  const described = matchingKinds(head).map((id) => describe(id, path));
  const entries = described.flatMap((one) => (one.ok ? one.entries : []));
  const messages = described.flatMap((one) => (one.ok ? [] : [one.message]));
  return entries.length > 0 ? { ok: true, entries } : { ok: false, message: messages.join('\n') };
}

function describe(id: KindId, path: readonly string[]): FieldResult {
  const described = describeField(JSON.parse(schemas[id]), path);
  const { kind, apiVersion } = contracts[id];
  const name = matchingKinds(kind).length > 1 ? id : kind;
  if (!described.ok) return { ok: false, message: `${name}: ${described.message}` };
  return { ok: true, entries: [{ kind, apiVersion, ...described.field }] };
}

/** The description as text, one paragraph for each kind. */
export function fieldText(entries: readonly FieldEntry[]): string {
  return entries.map(entryText).join('\n');
}

function entryText({ kind, apiVersion, path, type, required, description, fields, ...rest }: FieldEntry): string {
  const { default: standard, choices, pattern } = rest;
  const facts: readonly (readonly [string, string])[] = [
    ['kind', `${kind} (${apiVersion})`],
    ...(path === '' ? [] : [['field', `${path} <${type}>${required ? ', required' : ''}`] as const]),
    ...(choices ? [['choices', choices.join(', ')] as const] : []),
    ...(standard === undefined ? [] : [['default', JSON.stringify(standard)] as const]),
    ...(pattern === undefined ? [] : [['pattern', pattern] as const]),
  ];
  const rows = fields.map((field): [string, string] => [field.path, fieldSummary(field)]);
  const list = rows.length === 0 ? [] : ['', 'Fields:', ...columns(rows)];
  return [...columns(facts), ...(description === '' ? [] : ['', ...wrap(description)]), ...list, ''].join('\n');
}

function fieldSummary({ type, required, description }: FieldSummary): string {
  return `<${type}>${required ? ', required' : ''}${description === '' ? '' : `: ${description}`}`;
}

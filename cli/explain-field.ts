import { contracts, type KindId } from '../build/contracts.ts';
import { schemas } from '../build/schemas.ts';
import { dereference } from '../core/validate/schema-at.ts';
import { didYouMean } from '../data/nearest.ts';
import { isMapping, mappingAt, type Tree } from '../data/tree.ts';
import { columns, wrap } from './help.ts';
import { matchingKinds } from './kind-names.ts';

/** A field of a kind, or the kind itself for an empty path. */
export interface FieldEntry {
  readonly kind: string;
  readonly apiVersion: string;
  /** `spec.plan_tier`; `[]` stands for the items of a list, `*` for any key of a map. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly default?: unknown;
  readonly choices?: readonly unknown[];
  readonly pattern?: string;
  readonly fields: readonly Omit<FieldEntry, 'kind' | 'apiVersion' | 'fields'>[];
}

export type FieldResult =
  | { readonly ok: true; readonly entries: readonly FieldEntry[] }
  | { readonly ok: false; readonly message: string };

/** Describes `Kind` or `Kind.field.path` from the schemas; a name that several systems use is described for each. */
export function explainField(subject: string): FieldResult {
  const steps = subject.split('.').filter((step) => step !== '');
  const heads = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  const head = [...heads].reverse().find((word) => matchingKinds(word).length > 0);
  if (head === undefined) return { ok: false, message: unknownKind(steps[0] ?? subject) };
  const path = steps.slice(head.split('.').length);
  const described = matchingKinds(head).map((id) => describe(id, path));
  const entries = described.flatMap((one) => (one.ok ? one.entries : []));
  return entries.length > 0 ? { ok: true, entries } : (described[0] as FieldResult);
}

function unknownKind(word: string): string {
  const near = didYouMean(
    word,
    Object.values(contracts).map(({ kind }) => kind),
  );
  return `there is no kind ${word}${near === undefined ? '' : `; ${near}`}`;
}

function describe(id: KindId, path: readonly string[]): FieldResult {
  const top = JSON.parse(schemas[id]) as Tree;
  const { kind, apiVersion } = contracts[id];
  let [schema, shown, required] = [top, '', false];
  for (const step of path) {
    const parent = entryOf(schema, top);
    const name = step.replace(/\[\]$/, '');
    const next = fieldOf(parent.schema, name);
    if (!next)
      return { ok: false, message: unknownField(`${kind}${shown === '' ? '' : `.${shown}`}`, name, parent.schema) };
    shown = `${shown === '' ? '' : `${shown}${parent.mark}.`}${name}`;
    required = requiredIn(parent.schema).includes(name);
    schema = dereference(next, top);
  }
  const fields = childrenOf(schema, top);
  return { ok: true, entries: [{ kind, apiVersion, ...summaryOf(shown, schema, required, top), fields }] };
}

/** The schema that has the fields: of the items of a list, or of the values of a map. */
function entryOf(schema: Tree, top: Tree): { readonly schema: Tree; readonly mark: string } {
  const { items, additionalProperties } = schema;
  if (isMapping(items)) return { schema: dereference(items, top), mark: '[]' };
  const isMap = isMapping(additionalProperties) && Object.keys(mappingAt(schema, 'properties')).length === 0;
  return isMap ? { schema: dereference(additionalProperties, top), mark: '.*' } : { schema, mark: '' };
}

function fieldOf(parent: Tree, name: string): Tree | undefined {
  const field = mappingAt(parent, 'properties')[name];
  return isMapping(field) && field['not'] === undefined ? field : undefined;
}

function requiredIn({ required }: Tree): readonly unknown[] {
  return Array.isArray(required) ? required : [];
}

function childrenOf(schema: Tree, top: Tree): FieldEntry['fields'] {
  const parent = entryOf(schema, top).schema;
  const names = Object.keys(mappingAt(parent, 'properties')).filter((name) => fieldOf(parent, name));
  return names.map((name) => {
    const field = dereference(fieldOf(parent, name) as Tree, top);
    return summaryOf(name, field, requiredIn(parent).includes(name), top);
  });
}

function summaryOf(path: string, schema: Tree, required: boolean, top: Tree): FieldEntry['fields'][number] {
  const { description = '', default: standard, enum: choices, pattern } = schema;
  return {
    path,
    type: typeOf(schema, top),
    required,
    description: String(description),
    ...(standard === undefined ? {} : { default: standard }),
    ...(Array.isArray(choices) ? { choices } : {}),
    ...(typeof pattern === 'string' ? { pattern } : {}),
  };
}

function typeOf(schema: Tree, top: Tree): string {
  const { type = 'any', items, additionalProperties } = schema;
  if (schema['x-kubernetes-int-or-string'] === true) return 'quantity';
  if (schema['const'] !== undefined) return 'string';
  if (isMapping(items)) return `list of ${typeOf(dereference(items, top), top)}`;
  if (isMapping(additionalProperties)) return `map of ${typeOf(dereference(additionalProperties, top), top)}`;
  return Array.isArray(type) ? type.join(' or ') : String(type);
}

function unknownField(parent: string, name: string, schema: Tree): string {
  const names = Object.keys(mappingAt(schema, 'properties'));
  if (names.length === 0) return `${parent} has no fields, so there is no ${name}`;
  const near = didYouMean(name, names);
  return `${parent} has no field ${name}; ${near ?? `its fields are ${names.join(', ')}`}`;
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

function fieldSummary({ type, required, description }: FieldEntry['fields'][number]): string {
  return `<${type}>${required ? ', required' : ''}${description === '' ? '' : `: ${description}`}`;
}

import { contracts, type KindId } from '../../build/contracts.ts';
import { schemas } from '../../build/schemas.ts';
import { pointFinder } from '../../core/parse/locate.ts';
import { formatPath } from '../../core/problem/problem.ts';
import { dereference } from '../../core/validate/schema-at.ts';
import { isMapping, mappingAt, type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { readYaml } from '../../yaml/read-yaml.ts';
import type { FieldFacts, FieldInput, FormDocument, FormField } from './form-field.ts';

/** The names that a field of a kind can refer to. Indexes of lists are not in the path. */
export type NamesAt = (kind: KindId, path: readonly string[]) => readonly string[];

/** The documents of a text as forms; undefined if the text is not valid YAML. Documents of unknown kinds have no fields. */
export function formOf(text: string, namesAt: NamesAt): readonly FormDocument[] | undefined {
  const read = readYaml(text);
  if (!read.ok) return undefined;
  const pointOf = pointFinder({ path: '', text });
  return read.bodies.map((body, index) => {
    const id = kindOf(body);
    const title = [textAt(body, 'kind'), textAt(body, 'metadata', 'name')].filter((part) => part !== '').join(' ');
    const origin = { file: '', document: index, base: [] };
    const start = { index, title, line: pointOf(origin, []).line };
    if (id === undefined) return { ...start, description: '', fields: [] };
    const form = {
      top: schemaOf(id),
      names: (path: Path) =>
        namesAt(
          id,
          path.filter((step) => typeof step === 'string'),
        ),
      lineOf: (path: Path) => pointOf(origin, path, 'key').line,
    };
    const fields = fieldsOf({ schema: form.top, value: body, path: [] }, form);
    const own = fields.filter(({ name }) => !fixed.has(name));
    return { ...start, description: textAt(form.top, 'description'), fields: own };
  });
}

const parsed = new Map<KindId, Tree>();

function schemaOf(id: KindId): Tree {
  const known = parsed.get(id) ?? (JSON.parse(schemas[id]) as Tree);
  parsed.set(id, known);
  return known;
}

const fixed: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'status']);
const maxDepth = 9;

function kindOf(body: unknown): KindId | undefined {
  const [apiVersion, kind] = [textAt(body, 'apiVersion'), textAt(body, 'kind')];
  return Object.values(contracts).find((one) => one.apiVersion === apiVersion && one.kind === kind)?.id;
}

interface Form {
  readonly top: Tree;
  readonly names: (path: Path) => readonly string[];
  readonly lineOf: (path: Path) => number;
}

interface Place {
  readonly schema: Tree;
  readonly value: unknown;
  readonly path: Path;
}

/** The fields of a mapping in the order of the schema. Omits fields that the cluster sets and fields that are not allowed. */
function fieldsOf({ schema, value, path }: Place, form: Form): readonly FormField[] {
  const properties = Object.entries(mappingAt(schema, 'properties'));
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return properties.flatMap(([name, own]) => {
    const inner = isMapping(own) ? dereference(own, form.top) : {};
    if (inner['readOnly'] === true || inner['not'] !== undefined) return [];
    const place = { schema: inner, value: valueAt(value, name), path: [...path, name] };
    return [fieldOf(place, { name, isRequired: required.includes(name) }, form)];
  });
}

function fieldOf(place: Place, label: Pick<FieldFacts, 'name' | 'isRequired'>, form: Form): FormField {
  const { schema, value, path } = place;
  const standard = schema['default'];
  return {
    ...label,
    path,
    key: formatPath(path),
    description: textAt(schema, 'description'),
    isSet: value !== undefined,
    line: value === undefined ? 0 : form.lineOf(path),
    standard: standard === undefined || typeof standard === 'object' ? '' : String(standard),
    ...inputOf(place, form),
  };
}

function inputOf(place: Place, form: Form): FieldInput {
  const { schema, value, path } = place;
  const { type, items, additionalProperties } = schema;
  if (Array.isArray(schema['enum']))
    return { input: 'choice', value: textOf(value), choices: schema['enum'].map(String) };
  if (type === 'boolean') return { input: 'boolean', value: textOf(value) };
  if (isMapping(items)) return listOf(place, dereference(items, form.top), form);
  if (Object.keys(mappingAt(schema, 'properties')).length > 0 && path.length < maxDepth)
    return { input: 'group', fields: fieldsOf(place, form) };
  if (isMapping(additionalProperties)) return mapOf(place, dereference(additionalProperties, form.top), form);
  if (typeof value === 'object' && value !== null) return { input: 'text-only' };
  if (type === 'integer' || type === 'number') return { input: 'number', value: textOf(value) };
  if (type === 'object' || type === 'array') return { input: 'text-only' };
  return { input: 'text', value: textOf(value), example: exampleOf(schema), names: form.names(path) };
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

function exampleOf({ examples }: Tree): string {
  const first = Array.isArray(examples) ? examples[0] : undefined;
  return typeof first === 'object' ? '' : textOf(first);
}

function listOf({ value, path }: Place, item: Tree, form: Form): FieldInput {
  if (value !== undefined && value !== null && !Array.isArray(value)) return { input: 'text-only' };
  const all = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const items = all.map((one, index) =>
    fieldOf({ schema: item, value: one, path: [...path, index] }, { name: String(index + 1), isRequired: true }, form),
  );
  return { input: 'list', items, blank: blankOf(item, form.top) };
}

/** The entries of a map. A map with nested values is edited as text if it is empty or nested too deeply. */
function mapOf({ value, path }: Place, inner: Tree, form: Form): FieldInput {
  const entries = Object.entries(mappingAt(value));
  const isNested = inner['type'] === 'object' || inner['type'] === 'array' || inner['properties'] !== undefined;
  if (isNested && entries.length === 0) return { input: 'text-only' };
  const fields = entries.map(([name, own]) =>
    fieldOf({ schema: inner, value: own, path: [...path, name] }, { name, isRequired: true }, form),
  );
  return isNested && path.length >= maxDepth ? { input: 'text-only' } : { input: 'map', entries: fields };
}

/** The smallest value that a new item of a list can start with: its required fields, or its first one. */
function blankOf(schema: Tree, top: Tree): unknown {
  const properties = Object.entries(mappingAt(schema, 'properties'));
  if (properties.length === 0)
    return Array.isArray(schema['enum']) ? schema['enum'][0] : schema['type'] === 'object' ? {} : '';
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const chosen = properties.filter(([name], index) => (required.length > 0 ? required.includes(name) : index === 0));
  return Object.fromEntries(
    chosen.map(([name, own]) => {
      const inner = isMapping(own) ? dereference(own, top) : {};
      return [name, isMapping(inner['items']) ? [blankOf(dereference(inner['items'], top), top)] : blankOf(inner, top)];
    }),
  );
}

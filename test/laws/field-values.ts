import { dereference } from '../../core/validate/schema-at.ts';
import { isMapping, mappingAt, type Path, type Tree } from '../../data/tree.ts';

/** A field of a schema that contains no other field. A step 0 is an item of a list, and `*` is any key of a mapping. */
export interface LeafField {
  readonly path: Path;
  readonly schema: Tree;
}

/** Every leaf below `spec`, or next to it for kinds with fields there. */
export function leafFields(top: Tree): readonly LeafField[] {
  const own = Object.entries(mappingAt(top, 'properties')).filter(
    ([name]) => !['apiVersion', 'kind', 'metadata'].includes(name),
  );
  return own.flatMap(([name, schema]) => leavesBelow(schema as Tree, [name], top));
}

function leavesBelow(written: Tree, path: Path, top: Tree): readonly LeafField[] {
  const schema = dereference(written, top);
  if ('not' in schema) return [];
  const properties = Object.entries(mappingAt(schema, 'properties'));
  if (properties.length > 0)
    return properties.flatMap(([name, field]) => leavesBelow(field as Tree, [...path, name], top));
  if (isMapping(schema['items'])) return leavesBelow(schema['items'], [...path, 0], top);
  if (isMapping(schema['additionalProperties']))
    return leavesBelow(schema['additionalProperties'], [...path, '*'], top);
  return [{ path, schema }];
}

const texts = [
  'changed',
  'changed-1',
  '7',
  '2Gi',
  '0 3 * * 0',
  'https://changed.example.com',
  'postgres://changed.example.com:5432/changed',
  '/changed',
  'changed@example.com',
  '14d',
  '1.31',
  'example.com/changed',
  'changed.example.com',
  '2h',
  'ap-south-1',
  '.*',
  'c'.repeat(64),
  `sha256:${'c'.repeat(64)}`,
];

/** Values to try, the most likely ones first. Not all are valid. */
export function candidates(schema: Tree, current: unknown): readonly unknown[] {
  const { type, enum: choices, examples, default: given } = schema;
  const types = Array.isArray(type) ? type : [type];
  const all = [
    ...(Array.isArray(choices) ? choices : []),
    ...(Array.isArray(examples) ? examples : []),
    ...(given === undefined ? [] : [given]),
    ...(types.includes('boolean') ? [true, false] : []),
    ...(types.includes('integer') || types.includes('number') ? [3, 1, 7, 120, 5000] : []),
    ...(types.includes('string') || type === undefined ? texts : []),
    ...(types.includes('array') ? [['changed'], [{ name: 'changed' }], [{}], []] : []),
    ...(types.includes('object')
      ? [
          { changed: 'changed' },
          { enabled: true },
          { create: true },
          { type: 'hard' },
          { replicaCount: 2 },
          { synchronousCommit: 'on' },
          {},
        ]
      : []),
    ...(type === undefined ? [3, { changed: 'changed' }, ['changed']] : []),
  ];
  return all.filter((value) => JSON.stringify(value) !== JSON.stringify(current));
}

export interface FieldValue {
  readonly path: Path;
  readonly value: unknown;
}

/** A part of a schema, and the whole schema for its shared definitions. */
export interface SchemaPart {
  readonly schema: Tree;
  readonly top: Tree;
}

/**
 * A copy of the document with the value at the path. Creates missing mappings and lists, with their required fields.
 */
export function withValue(node: unknown, { path, value }: FieldValue, { schema, top }: SchemaPart): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const own = dereference(schema, top);
  const inner = (child: unknown, field: Tree) => withValue(child, { path: rest, value }, { schema: field, top });
  if (typeof step === 'number') {
    const items = Array.isArray(node) ? node : [];
    const item = items[0] ?? minimal(mappingAt(own, 'items'), top);
    return [inner(item, mappingAt(own, 'items')), ...items.slice(1)];
  }
  const base = isMapping(node) ? node : (minimal(own, top) as Tree);
  const key = step === '*' ? (Object.keys(base)[0] ?? 'changed') : step;
  const field = step === '*' ? mappingAt(own, 'additionalProperties') : mappingAt(own, 'properties', step);
  return { ...base, [key]: inner(base[key], field) };
}

/** A copy of the document without the value at the path. */
export function withoutValue(node: unknown, path: Path): unknown {
  const [step, ...rest] = path;
  if (Array.isArray(node)) return rest.length === 0 ? node.slice(1) : [withoutValue(node[0], rest), ...node.slice(1)];
  if (!isMapping(node) || step === undefined) return node;
  const key = step === '*' ? Object.keys(node)[0] : step;
  const { [String(key)]: value, ...others } = node;
  return rest.length === 0 || value === undefined ? others : { ...others, [String(key)]: withoutValue(value, rest) };
}

/** The first example or choice of a schema. Without them, a value with only the required fields. */
function minimal(written: Tree, top: Tree): unknown {
  const schema = dereference(written, top);
  const { type, required = [], examples, enum: choices } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(choices)) return choices[0];
  if (type === 'array') return [minimal(mappingAt(schema, 'items'), top)];
  if (type === 'boolean') return true;
  if (type === 'integer') return 1;
  if (type === 'string') return 'changed';
  const fields = (required as readonly string[]).map((name) => [
    name,
    minimal(mappingAt(schema, 'properties', name), top),
  ]);
  return Object.fromEntries(fields);
}

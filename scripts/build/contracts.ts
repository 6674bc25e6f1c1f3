import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { apiVersionOf } from '../../kubernetes/api-version.ts';
import { serverFields } from '../../kubernetes/server-fields.ts';

export interface JsonSchema {
  readonly [key: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** The metadata in a kind's schema.json, merged with the fields of every resource. */
export interface Contract {
  readonly id: string;
  /** Folder of the kind: `kinds/mto/tenant`. */
  readonly folder: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** An older version, which is converted to current kinds. */
  readonly isOld: boolean;
  /** Whether an empty string is equivalent to an absent field, as in the operator that defines the kind. */
  readonly emptyIsAbsent: boolean;
  /** The whole document: apiVersion, kind, metadata and the kind's own part. */
  readonly schema: JsonSchema;
  readonly example: string;
  /**
   * The example without the fields that a new resource rarely needs. Values that only the user knows have the comment `#
   * new: replace`.
   */
  readonly start: string;
}

interface Header {
  readonly 'x-kubernetes-group-version-kind': readonly [{ group: string; version: string; kind: string }];
  readonly 'x-leasehold': Pick<Contract, 'id' | 'plural' | 'scope'> &
    Partial<Pick<Contract, 'isOld' | 'emptyIsAbsent'>>;
}

const definitions = withServerFields(
  readJson('kinds/shared.schema.json')['$defs'] as Readonly<Record<string, JsonSchema>>,
);

/** Reads every folder `kinds/<system>/<kind>/` that has a schema.json. Other folders there contain shared code. */
export function readContracts(): readonly Contract[] {
  return kindFolders()
    .map(readContract)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function kindFolders(): readonly string[] {
  const folders = readdirSync('kinds', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const inner = folders.flatMap(({ name }) => readdirSync(`kinds/${name}`).map((kind) => `kinds/${name}/${kind}`));
  return inner.filter((folder) => existsSync(`${folder}/schema.json`));
}

function readContract(folder: string): Contract {
  const own = readJson(`${folder}/schema.json`);
  const header = own as unknown as Header;
  const gvk = header['x-kubernetes-group-version-kind'][0];
  const { id } = header['x-leasehold'];
  const marked = readFileSync(`${folder}/example.yaml`, 'utf8');
  const schema = bounded(envelope(id, own, gvk));
  return {
    ...gvk,
    isOld: false,
    emptyIsAbsent: false,
    ...header['x-leasehold'],
    folder,
    schema,
    ...readExample(marked),
  };
}

/** In an example, `# new: leave out` marks a field or an item that `leasehold new` leaves out, with everything below it. */
function readExample(marked: string): Pick<Contract, 'example' | 'start'> {
  const example = marked.replaceAll(/ # new: .*$/gm, '');
  return { example, start: marked.replaceAll(/^( *).* # new: leave out\n(?:\1 +.*\n)*/gm, '') };
}

function envelope(id: string, own: JsonSchema, gvk: { group: string; version: string; kind: string }): JsonSchema {
  const apiVersion = apiVersionOf(gvk);
  return {
    $id: `https://leasehold.dev/schemas/${id}.schema.json`,
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: gvk.kind,
    ...own,
    additionalProperties: false,
    required: ['apiVersion', 'kind', 'metadata', ...((own['required'] as string[] | undefined) ?? [])],
    properties: {
      apiVersion: { const: apiVersion, description: 'Version of the API.' },
      kind: { const: gvk.kind, description: 'Kind of the resource.' },
      metadata: { $ref: '#/$defs/metadata' },
      ...own.properties,
    },
    $defs: usedBy([own, { $ref: '#/$defs/metadata' }]),
  };
}

/** The definitions that a schema refers to, directly or through another definition. */
function usedBy(from: unknown, found: ReadonlySet<string> = new Set()): Readonly<Record<string, JsonSchema>> {
  const named = [...JSON.stringify(from).matchAll(/"#\/\$defs\/([A-Za-z0-9]+)"/g)].map(([, name = '']) => name);
  const more = [...new Set(named)].filter((name) => !found.has(name));
  const all = new Set([...found, ...more]);
  if (more.length > 0)
    return usedBy(
      more.map((name) => definitions[name]),
      all,
    );
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => all.has(name)));
}

/** Adds the fields that the API server sets, so that each is reported as such and not as an unknown field. */
function withServerFields(shared: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  const own = serverFields.map((field) => [field, { description: 'Set by the cluster.', readOnly: true }]);
  const properties = { ...shared['metadata']?.properties, ...Object.fromEntries(own) };
  return { ...shared, metadata: { ...shared['metadata'], properties } };
}

/** Kubernetes stores counts in 32 bits, so the schema of an integer without a maximum gets this one. */
function bounded<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(bounded) as T;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, bounded(value)]));
  const open = inner['type'] === 'integer' && inner['maximum'] === undefined;
  return (open ? { ...inner, maximum: 2_147_483_647 } : inner) as T;
}

function readJson(path: string): JsonSchema {
  return JSON.parse(readFileSync(path, 'utf8')) as JsonSchema;
}

import { readdirSync, readFileSync } from 'node:fs';

export interface JsonSchema {
  readonly [key: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** What a kind's schema.json says about itself, joined with the envelope that every resource has. */
export interface Contract {
  readonly id: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** An older version, which is converted to current kinds. */
  readonly isOld: boolean;
  /** The whole document: apiVersion, kind, metadata and the kind's own part. */
  readonly schema: JsonSchema;
  readonly example: string;
}

interface Header {
  readonly 'x-kubernetes-group-version-kind': readonly [{ group: string; version: string; kind: string }];
  readonly 'x-leasehold': { plural: string; scope: 'Namespaced' | 'Cluster'; isOld?: boolean };
}

const shared = readJson('kinds/shared.schema.json');

/** Reads every kind folder. The folder name is the kind's id. */
export function readContracts(): readonly Contract[] {
  return readdirSync('kinds', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readContract(entry.name))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readContract(id: string): Contract {
  const own = readJson(`kinds/${id}/schema.json`);
  const header = own as unknown as Header;
  const gvk = header['x-kubernetes-group-version-kind'][0];
  const example = readFileSync(`kinds/${id}/example.yaml`, 'utf8');
  return { id, ...gvk, isOld: false, ...header['x-leasehold'], schema: bounded(envelope(id, own, gvk)), example };
}

function envelope(id: string, own: JsonSchema, gvk: { group: string; version: string; kind: string }): JsonSchema {
  const apiVersion = gvk.group === '' ? gvk.version : `${gvk.group}/${gvk.version}`;
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
    $defs: shared['$defs'],
  };
}

/** Kubernetes keeps counts in 32 bits; a schema that says nothing else gets that bound. */
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

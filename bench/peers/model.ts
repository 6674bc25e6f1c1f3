import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { run } from '../measure/process.ts';
import { renderInto } from '../measure/scale.ts';
import { kleff, writeRepository } from '../measure/workload.ts';

/** An object as every tool's output is read for comparison. */
export interface KubeObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** What peers get to render: the product's own objects of one tenant, by which they are then judged. */
export interface Model {
  readonly name: string;
  /** One YAML document an object. */
  readonly documents: readonly string[];
}

/** Renders the one tenant whose values peers replace. Whatever the product renders, peers are given the same. */
export function renderModel(root: string): Model {
  const name = 'model-tenant';
  writeRepository(root, kleff, [name]);
  run(renderInto(root));
  const text = readFileSync(tenantFile(root, name), 'utf8');
  return { name, documents: text.split(/^---\n/m).slice(1) };
}

/** Where the product puts what it renders for a tenant. */
export function tenantFile(repository: string, name: string): string {
  return join(repository, 'rendered', name, `kleff-tenant.tenants.${name}.yaml`);
}

/** Each object by its identity. Keys that a tool sorts otherwise and empty documents do not matter. */
export function objectsById(text: string): ReadonlyMap<string, KubeObject> {
  const documents = [...parseAllDocuments(text)].map((document) => document.toJS() as KubeObject | null);
  const objects = documents.filter((object) => object !== null);
  return new Map(objects.map((object) => [idOf(object), object]));
}

export function idOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}

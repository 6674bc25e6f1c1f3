import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { run } from '../measure/process.ts';
import { renderInto } from '../measure/scale.ts';
import { kleff, writeRepository } from '../measure/workload.ts';

/** A Kubernetes object in the output of a tool. Outputs are compared by these objects. */
export interface KubeObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/**
 * The input of the peers: the objects that leasehold renders for one tenant. Their output for other tenants is compared with
 * that of leasehold.
 */
export interface Model {
  readonly name: string;
  /** One YAML document for each object. */
  readonly documents: readonly string[];
}

/** Renders the tenant whose values the peers replace. The peers always get the objects that leasehold renders. */
export function renderModel(root: string): Model {
  const name = 'model-tenant';
  writeRepository(root, kleff, [name]);
  run(renderInto(root));
  const text = readFileSync(tenantFile(root, name), 'utf8');
  return { name, documents: text.split(/^---\n/m).slice(1) };
}

/** The output path of leasehold for a tenant. */
export function tenantFile(repository: string, name: string): string {
  return join(repository, 'rendered', name, `kleff-tenant.tenants.${name}.yaml`);
}

/** The objects in a text, by identity. Skips empty documents. */
export function objectsById(text: string): ReadonlyMap<string, KubeObject> {
  const documents = [...parseAllDocuments(text)].map((document) => document.toJS() as KubeObject | null);
  const objects = documents.filter((object) => object !== null);
  return new Map(objects.map((object) => [idOf(object), object]));
}

export function idOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}

import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** The fields that all Kubernetes objects have. The API server validates the others. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** All objects of a text, parsed as YAML 1.1, as clusters do. Skips invalid documents and values that are not objects. */
export function readManifests(text: string): readonly KubeObject[] {
  return parseAllDocuments(text, { version: '1.1', logLevel: 'silent' })
    .filter(({ errors }) => errors.length === 0)
    .map((document) => document.toJS() as unknown)
    .filter(isObject);
}

function isObject(value: unknown): value is KubeObject {
  if (typeof value !== 'object' || value === null) return false;
  const { apiVersion, kind, metadata } = value as Partial<KubeObject>;
  return typeof apiVersion === 'string' && typeof kind === 'string' && typeof metadata?.name === 'string';
}

export function readManifestFile(path: string): readonly KubeObject[] {
  return readManifests(readFileSync(path, 'utf8'));
}

/** All objects in the `.yaml` files of a directory and its subdirectories, in the order of the paths. */
export function readManifestFolder(folder: string): readonly KubeObject[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => readManifestFile(resolve(folder, file)));
}

/** `apps/v1 Deployment tenants/org-acme`: names an object in a message. */
export function nameOf({ apiVersion, kind, metadata }: KubeObject): string {
  const place = metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;
  return `${apiVersion} ${kind} ${place}`;
}

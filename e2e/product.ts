import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { contracts } from '../build/contracts.ts';
import { type KubeObject, readManifestFile, readManifestFolder } from './manifests.ts';

const root = resolve(import.meta.dirname, '..');

/** The output of the built command for the sample repository, as in `npm run render`. */
export function renderSamples(): readonly KubeObject[] {
  const folder = mkdtempSync(resolve(tmpdir(), 'leasehold-rendered-'));
  const out = resolve(folder, 'rendered');
  const args = [resolve(root, 'dist/leasehold.mjs'), 'render', '--dir', resolve(root, 'tenants'), '--out', out];
  try {
    execFileSync(process.execPath, args, { cwd: folder, stdio: 'pipe' });
    return readManifestFolder(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The resources of the sample repository, and the example of each kind. */
export function readSamples(): readonly KubeObject[] {
  const folders = Object.values(contracts).map(({ folder }) => folder);
  const examples = folders.flatMap((folder) => readManifestFile(resolve(root, folder, 'example.yaml')));
  return [...readManifestFolder(resolve(root, 'tenants')), ...examples];
}

/** The definitions of our kinds. */
export function readDefinitions(): readonly KubeObject[] {
  return readManifestFolder(resolve(root, 'schemas/crds'));
}

/** The JSON Schema for files of each of our kinds that a cluster can serve, by apiVersion and kind. */
export function readSchemas(): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const folder = resolve(root, 'schemas');
  const defined = (file: string) => existsSync(resolve(folder, 'crds', file.replace('.schema.json', '.yaml')));
  const files = readdirSync(folder).filter((file) => file.endsWith('.schema.json') && defined(file));
  return new Map(files.map((file) => schemaEntry(readFileSync(resolve(folder, file), 'utf8'))));
}

interface KindSchema extends Readonly<Record<string, unknown>> {
  readonly properties: { readonly apiVersion: { readonly const: string }; readonly kind: { readonly const: string } };
}

function schemaEntry(text: string): readonly [string, KindSchema] {
  const schema = JSON.parse(text) as KindSchema;
  return [`${schema.properties.apiVersion.const} ${schema.properties.kind.const}`, schema];
}

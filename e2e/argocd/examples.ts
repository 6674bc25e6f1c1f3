import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type KubeObject, readManifests } from '../manifests.ts';

const folder = resolve(import.meta.dirname, '../../plugin/install');
const exampleServer = 'https://kubernetes.default.svc';
const exampleRepository = 'https://git.example.com/platform/tenants.git';

/** A file of plugin/install/ with the changes of a user: their own repository and cluster. */
export function readExample(file: string, own: { readonly server: string; readonly repository: string }): KubeObject {
  const text = readFileSync(resolve(folder, file), 'utf8');
  const [object] = readManifests(
    text.replaceAll(exampleServer, own.server).replaceAll(exampleRepository, own.repository),
  );
  if (!object) throw new Error(`${file} contains no object`);
  return object;
}

import { groupOf } from '../kubernetes/api-version.ts';
import { type Applied, type Cluster, complaints, isNamespace } from './cluster.ts';
import { installDefinitions, installForeignKinds } from './foreign-kinds.ts';
import { type KubeObject, nameOf } from './manifests.ts';
import { readDefinitions } from './product.ts';
import { rewritten } from './stored-form.ts';

/** Creates what the objects need but do not create: our kinds, those of other products, and missing namespaces. */
export async function prepare(cluster: Cluster, objects: readonly KubeObject[]): Promise<void> {
  const groups = new Set(objects.map(({ apiVersion }) => groupOf(apiVersion)));
  await installDefinitions(
    cluster,
    readDefinitions().filter(({ spec }) => groups.has((spec as { readonly group: string }).group)),
  );
  await installForeignKinds(cluster, objects);
  const rendered = new Set(objects.filter(isNamespace).map(({ metadata }) => metadata.name));
  const used = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  const missing = [...used].filter((name) => !rendered.has(name));
  await Promise.all(
    missing.map((name) => cluster.api.request('POST', '/api/v1/namespaces', { body: namespace(name) })),
  );
}

function namespace(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/**
 * Applies the objects three times and returns the problems: rejections, warnings, values that the server normalizes, and
 * objects that change without a change of the input, which Argo CD would always report as OutOfSync.
 */
export async function problemsOf(cluster: Cluster, objects: readonly KubeObject[]): Promise<readonly string[]> {
  const first = await cluster.apply(objects);
  const second = await cluster.apply(objects);
  // The server may change a new object once more (it sets the phase of a claim late), but not a second time.
  const third = await cluster.apply(objects);
  return [
    ...complaints(first),
    ...first.flatMap(notKept),
    ...changed(contentOf, first, second),
    ...changed(versionOf, second, third),
  ];
}

function notKept({ object, stored }: Applied): readonly string[] {
  return stored ? rewritten(object, stored).map((place) => `${nameOf(object)}: ${place}`) : [];
}

function changed(of: (applied: Applied) => string, before: readonly Applied[], after: readonly Applied[]): string[] {
  return after.flatMap((applied, index) => {
    const old = before[index];
    if (!old || of(old) === of(applied)) return [];
    return [`${nameOf(applied.object)} changed when applied again, from ${of(old)} to ${of(applied)}`];
  });
}

function versionOf({ resourceVersion }: Applied): string {
  return resourceVersion;
}

function contentOf({ stored, message }: Applied): string {
  if (!stored) return message;
  const { resourceVersion: _, managedFields: __, ...metadata } = stored.metadata;
  return JSON.stringify({ ...stored, metadata });
}

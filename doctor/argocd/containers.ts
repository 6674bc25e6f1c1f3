import { listAt, textAt, valueAt } from '../../data/tree.ts';

export function containersOf(deployment: unknown): readonly unknown[] {
  return listAt(deployment, 'spec', 'template', 'spec', 'containers');
}

/** True if a container runs a plugin of Argo CD. */
export function isPluginServer(container: unknown): boolean {
  return wordsOf(container).some((word) => /argocd-cmp-server$/.test(word));
}

/** True if a container runs the application controller or the API server, which request renders from the repo-server. */
export function isRepoClient(container: unknown): boolean {
  return wordsOf(container).some((word) => /(?:^|\/)argocd-(?:application-controller|server)$/.test(word));
}

/** True if a container runs the application controller. */
export function isController(container: unknown): boolean {
  return wordsOf(container).some((word) => /(?:^|\/)argocd-application-controller$/.test(word));
}

/** True if a container runs the API server. */
export function isApiServer(container: unknown): boolean {
  return wordsOf(container).some((word) => /(?:^|\/)argocd-server$/.test(word));
}

/** The value of a boolean flag, of which the last one applies. Undefined if it is not set. */
export function booleanFlag(container: unknown, name: string): string | undefined {
  const last = wordsOf(container).findLast((word) => word === name || word.startsWith(`${name}=`));
  return last === name ? 'true' : last?.slice(name.length + 1);
}

function wordsOf(container: unknown): readonly string[] {
  return [...listAt(container, 'command'), ...listAt(container, 'args')].map(String);
}

/** True if a container runs the plugin of leasehold, according to its command and its name or image. */
export function isLeaseholdSidecar(container: unknown): boolean {
  const words = `${textAt(container, 'name')} ${textAt(container, 'image')}`;
  return isPluginServer(container) && /leasehold/i.test(words);
}

/** The version in the tag of a container's image. Undefined without a tag, and for tags such as `latest`. */
export function imageVersion(container: unknown): string | undefined {
  return /:v?(\d+\.\d+\.\d+[^@:/]*)(?:@|$)/.exec(textAt(container, 'image'))?.[1];
}

/** The value of an environment variable. Empty if it is not set or comes from another source. */
export function environment(container: unknown, name: string): string {
  const found = listAt(container, 'env').find((entry) => textAt(entry, 'name') === name);
  return String(valueAt(found, 'value') ?? '');
}

/** True if the variable comes from another source, such as a ConfigMap, which is not checked. */
export function isSetElsewhere(container: unknown, name: string): boolean {
  return listAt(container, 'env').some(
    (entry) => textAt(entry, 'name') === name && valueAt(entry, 'valueFrom') !== undefined,
  );
}

/** The ConfigMap and the key that an environment variable comes from. Empty texts if it has another source. */
export function configMapKey(container: unknown, name: string): { readonly name: string; readonly key: string } {
  const found = listAt(container, 'env').find((entry) => textAt(entry, 'name') === name);
  const path = ['valueFrom', 'configMapKeyRef'];
  return { name: textAt(found, ...path, 'name'), key: textAt(found, ...path, 'key') };
}

/** The name of the volume that is mounted at a path. Empty if there is none. */
export function volumeAt(container: unknown, path: string): string {
  return textAt(
    listAt(container, 'volumeMounts').find((mount) => textAt(mount, 'mountPath') === path),
    'name',
  );
}

import { listAt, textAt, valueAt } from '../../data/tree.ts';

export function containersOf(deployment: unknown): readonly unknown[] {
  return listAt(deployment, 'spec', 'template', 'spec', 'containers');
}

/** Whether a container runs a plugin of Argo CD. */
export function isPluginServer(container: unknown): boolean {
  return [...listAt(container, 'command'), ...listAt(container, 'args')].some((word) =>
    /argocd-cmp-server$/.test(String(word)),
  );
}

/** Whether a container runs this plugin, by its name or its image. */
export function isLeaseholdSidecar(container: unknown): boolean {
  const words = `${textAt(container, 'name')} ${textAt(container, 'image')}`;
  return isPluginServer(container) && /leasehold/i.test(words);
}

/** The version in the tag of a container's image; undefined for a digest, for `latest` and the like. */
export function imageVersion(container: unknown): string | undefined {
  return /:v?(\d+\.\d+\.\d+[^@:/]*)(?:@|$)/.exec(textAt(container, 'image'))?.[1];
}

/** The value of a variable; empty when it is not set, or not set here. */
export function environment(container: unknown, name: string): string {
  const found = listAt(container, 'env').find((entry) => textAt(entry, 'name') === name);
  return String(valueAt(found, 'value') ?? '');
}

/** True if the variable comes from a ConfigMap, which is not checked. */
export function isSetElsewhere(container: unknown, name: string): boolean {
  return listAt(container, 'env').some(
    (entry) => textAt(entry, 'name') === name && valueAt(entry, 'valueFrom') !== undefined,
  );
}

/** The name of the volume that is mounted at a path; empty if there is none. */
export function volumeAt(container: unknown, path: string): string {
  return textAt(
    listAt(container, 'volumeMounts').find((mount) => textAt(mount, 'mountPath') === path),
    'name',
  );
}

import type { Patch } from '../decide/write.ts';
import type { TenantWrite } from './decide.ts';
import { isOwnFinalizer, type TenantResource } from './objects.ts';

/** The merge patch of a write. Because of the resource version in it, the patch fails if the resource has changed. */
export function tenantPatchOf(write: TenantWrite): Patch {
  const { resource } = write;
  const { resourceVersion } = resource;
  const path = resourcePath(resource);
  if (write.type === 'status')
    return { path: `${path}/status`, body: { metadata: { resourceVersion }, status: write.status } };
  const others = resource.finalizers.filter((finalizer) => !isOwnFinalizer(resource, finalizer));
  const own = resource.instructions?.finalizer ?? '';
  const finalizers = write.type === 'hold-resource' ? [...others, own] : others;
  return { path, body: { metadata: { resourceVersion, finalizers } } };
}

export function resourcePath({ collection, namespace, name }: TenantResource): string {
  const end = collection.lastIndexOf('/');
  return `${collection.slice(0, end)}/namespaces/${namespace}${collection.slice(end)}/${name}`;
}

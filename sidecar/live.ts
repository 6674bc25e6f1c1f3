import type { Failure } from '../cluster/answer.ts';
import { readList } from '../cluster/list.ts';
import type { ClaimView } from './decide/claim.ts';
import { toClaim, toClaimTemplates, toNamespace, toVolume } from './decide/project.ts';
import { ownerOf, possibleOwners } from './decide/retention.ts';
import type { VolumeView } from './decide/volume.ts';
import { claimPath, volumePath } from './decide/write.ts';
import type { Reader } from './work/reads.ts';

/** A view that was read for one decision. `gone` if its subject no longer exists. */
export type Live<V> = { readonly ok: true; readonly view: V } | { readonly ok: 'gone' } | Failure;

/** Reads a claim again with everything that its decision depends on. */
export async function readClaimView(reader: Reader, { claim: cached }: ClaimView): Promise<Live<ClaimView>> {
  const claim = await read(reader, claimPath(cached.namespace, cached.name), toClaim);
  if (!claim.ok) return claim;
  if (claim.value === undefined) return { ok: 'gone' };
  const { namespace: name, volumeName } = claim.value;
  const namespace = await read(reader, `/api/v1/namespaces/${name}`, toNamespace);
  if (!namespace.ok) return namespace;
  // A policy on the claim itself takes precedence over its StatefulSet, which can still determine the tenant.
  const ownPolicy = claim.value.requestedRetention;
  const isDecided = ownPolicy && ownerOf({ claim: claim.value, namespace: namespace.value, templates: [] }) !== '';
  const path = `/apis/apps/v1/namespaces/${name}/statefulsets`;
  const needsTemplates = !isDecided && possibleOwners(claim.value.name).length > 0;
  const templates = needsTemplates ? await readList(reader, path, toClaimTemplates) : noItems;
  if (!templates.ok) return templates;
  const volume = volumeName === '' ? none : await read(reader, volumePath(volumeName), toVolume);
  if (!volume.ok) return volume;
  const view = {
    claim: claim.value,
    namespace: namespace.value,
    templates: templates.items,
    volume: volume.value,
  };
  return { ok: true, view };
}

/** Reads a volume again, and the claim with the name in its reference. */
export async function readVolumeView(reader: Reader, { volume: cached }: VolumeView): Promise<Live<VolumeView>> {
  const volume = await read(reader, volumePath(cached.name), toVolume);
  if (!volume.ok) return volume;
  if (volume.value === undefined) return { ok: 'gone' };
  const { claim: reference } = volume.value;
  const claim = reference ? await read(reader, claimPath(reference.namespace, reference.name), toClaim) : none;
  return claim.ok ? { ok: true, view: { volume: volume.value, claim: claim.value } } : claim;
}

const none = { ok: true, value: undefined } as const;
const noItems = { ok: true, items: [] } as const;

/** Reads an object. The value is undefined if the object does not exist. */
async function read<T>(
  reader: Reader,
  path: string,
  project: (object: unknown) => T,
): Promise<{ readonly ok: true; readonly value: T | undefined } | Failure> {
  const answer = await reader.get(path);
  if (answer.ok) return { ok: true, value: project(answer.body) };
  return answer.status === 404 ? none : answer;
}

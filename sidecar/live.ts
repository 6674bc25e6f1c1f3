import type { Failure } from '../cluster/answer.ts';
import type { ClaimView } from './decide/claim.ts';
import type { Claim, ClaimTemplates } from './decide/objects.ts';
import { dependsOnTemplates, possibleOwners } from './decide/retention.ts';
import type { VolumeView } from './decide/volume.ts';
import { claimPath, volumePath } from './decide/write.ts';
import { followed } from './work/feed.ts';
import { type Part, parts } from './work/projections.ts';
import { type Reader, readNamed } from './work/reads.ts';

/** A view that was read for one decision. `gone` if its subject no longer exists. */
export type Live<V> = { readonly ok: true; readonly view: V } | { readonly ok: 'gone' } | Failure;

/** Reads a claim again with everything that its decision depends on. */
export async function readClaimView(reader: Reader, { claim: cached }: ClaimView): Promise<Live<ClaimView>> {
  const claim = await read(reader, claimPath(cached.namespace, cached.name), parts.claim);
  if (!claim.ok) return claim;
  if (claim.value === undefined) return { ok: 'gone' };
  const { namespace: name, volumeName } = claim.value;
  const namespace = await read(reader, `/api/v1/namespaces/${name}`, parts.namespace);
  if (!namespace.ok) return namespace;
  const needsTemplates = dependsOnTemplates({ claim: claim.value, namespace: namespace.value });
  const templates = needsTemplates ? await readOwners(reader, claim.value) : noItems;
  if (!templates.ok) return templates;
  const volume = volumeName === '' ? none : await read(reader, volumePath(volumeName), parts.volume);
  if (!volume.ok) return volume;
  const view = {
    claim: claim.value,
    namespace: namespace.value,
    templates: templates.items,
    volume: volume.value,
  };
  return { ok: true, view };
}

/** Reads the StatefulSets that could have created a claim, one by one: a namespace can contain any number of others. */
async function readOwners(
  reader: Reader,
  { namespace, name: claim }: Claim,
): Promise<{ readonly ok: true; readonly items: readonly ClaimTemplates[] } | Failure> {
  const items: ClaimTemplates[] = [];
  for (const name of possibleOwners(claim)) {
    const found = await readNamed(reader, { collection: followed.templates, namespace, name }, parts.templates);
    if (!found.ok) return found;
    for (const item of found.items) items.push(item);
  }
  return { ok: true, items };
}

/** Reads a volume again, and the claim with the name in its reference. */
export async function readVolumeView(reader: Reader, { volume: cached }: VolumeView): Promise<Live<VolumeView>> {
  const volume = await read(reader, volumePath(cached.name), parts.volume);
  if (!volume.ok) return volume;
  if (volume.value === undefined) return { ok: 'gone' };
  const { claim: reference } = volume.value;
  const claim = reference ? await read(reader, claimPath(reference.namespace, reference.name), parts.claim) : none;
  return claim.ok ? { ok: true, view: { volume: volume.value, claim: claim.value } } : claim;
}

const none = { ok: true, value: undefined } as const;
const noItems = { ok: true, items: [] } as const;

/** Reads an object. The value is undefined if the object does not exist. */
async function read<T>(
  reader: Reader,
  path: string,
  { selection, project }: Part<T>,
): Promise<{ readonly ok: true; readonly value: T | undefined } | Failure> {
  const answer = await reader.get(path, selection);
  if (answer.ok) return { ok: true, value: project(answer.body) };
  return answer.status === 404 ? none : answer;
}

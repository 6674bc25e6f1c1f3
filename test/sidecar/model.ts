import { decideClaim } from '../../sidecar/decide/claim.ts';
import { type Claim, keyOf, type Namespace, type Volume } from '../../sidecar/decide/objects.ts';
import { decideVolume } from '../../sidecar/decide/volume.ts';
import { irreversible, patchOf, type Write } from '../../sidecar/decide/write.ts';

/** One tenant with one namespace and one claim name, as the API server keeps them, and the data of its volumes. */
export interface Model {
  namespace: Namespace | undefined;
  claim: (Claim & { promised: boolean }) | undefined;
  readonly volumes: Map<string, ModelVolume>;
  /** Names of volumes whose data was destroyed although Git retains it. */
  readonly lost: string[];
  /** Names of volumes that another tenant could read. */
  readonly leaked: string[];
  counter: number;
}

export interface ModelVolume extends Volume {
  /** The tenant that owns the data. */
  readonly owner: string;
  /** Whether Git retained the data when the claim was deleted. */
  readonly promised: boolean;
}

export function newModel(): Model {
  return { namespace: undefined, claim: undefined, volumes: new Map(), lost: [], leaked: [], counter: 0 };
}

const ours = 'leasehold.dev/volume';
const protection = 'kubernetes.io/pvc-protection';

/** The actions of the tenant, Git and Kubernetes, which can happen at any time. Each is one step. */
export const actors: Readonly<Record<string, (model: Model) => void>> = {
  'the tenant gets its namespace': (model) => createNamespace(model, 'acme'),
  'another tenant gets a namespace of that name': (model) => createNamespace(model, 'acme-dev'),
  'the claim is created from Git': (model) => createClaim(model, 'retain'),
  'a user creates the claim': (model) => createClaim(model, undefined),
  'Git asks to prune the data': ({ claim }) => touch(claim, { requestedRetention: 'prune', promised: false }),
  'someone deletes the claim': (model) => deleteClaim(model, false),
  'the namespace is deleted': (model) => {
    if (model.namespace) model.namespace = { ...model.namespace, isDeleting: true };
  },
  'Kubernetes deletes the content of the namespace': (model) => {
    if (model.namespace?.isDeleting) deleteClaim(model, true);
  },
  'Kubernetes removes deleted objects without finalizers': (model) => {
    const { claim, namespace } = model;
    if (claim && claim.deletedAt !== '' && claim.finalizers.length === 0) removeClaim(model, claim);
    if (namespace?.isDeleting && !model.claim) model.namespace = undefined;
  },
  'the last Pod ends': ({ claim }) => {
    if (claim?.deletedAt) touch(claim, { finalizers: claim.finalizers.filter((one) => one !== protection) });
  },
  'Kubernetes binds the claim': bind,
  'Kubernetes reports that volumes are bound': (model) => {
    for (const volume of model.volumes.values())
      if (!volume.isBound && volume.claim?.uid === model.claim?.uid) change(model, volume, { isBound: true });
  },
  'Kubernetes reclaims volumes': reclaim,
};

function createNamespace(model: Model, tenant: string): void {
  model.namespace ??= { name: 'acme-dev', isDeleting: false, tenant, requestedRetention: undefined };
}

function createClaim(model: Model, requestedRetention: Claim['requestedRetention']): void {
  if (!model.namespace || model.namespace.isDeleting) return;
  const uid = `claim-${model.counter++}`;
  const identity = { namespace: 'acme-dev', name: 'data', uid, resourceVersion: '0' };
  const state = { deletedAt: '', isBound: false, volumeName: '', belongsToPod: false, promised: false };
  model.claim ??= { ...identity, ...state, requestedRetention, tenant: '', finalizers: [protection] };
}

/** Git retains the claims in its files, and claims that a user created in a deleted namespace. */
function deleteClaim({ claim }: Model, withNamespace: boolean): void {
  if (claim?.deletedAt !== '') return;
  const asked = claim.requestedRetention === 'retain' || (withNamespace && claim.requestedRetention === undefined);
  touch(claim, { deletedAt: '2026-01-01T00:00:00Z', promised: asked && claim.finalizers.includes(ours) });
}

function removeClaim(model: Model, { uid, promised }: NonNullable<Model['claim']>): void {
  for (const volume of model.volumes.values()) if (volume.claim?.uid === uid) change(model, volume, { promised });
  model.claim = undefined;
}

/** Binds the volume that waits for the claim, unless it has the label of another tenant. If none waits, provisions a volume. */
function bind(model: Model): void {
  const { claim, namespace } = model;
  if (!claim || !namespace || claim.isBound || claim.deletedAt !== '') return;
  const waiting = [...model.volumes.values()].find(({ claim: reference }) => reference?.uid === '');
  if (waiting && waiting.tenant !== namespace.tenant) return;
  const reference = { namespace: 'acme-dev', name: 'data', uid: claim.uid };
  const name = waiting?.name ?? `pv-${model.counter++}`;
  if (waiting) change(model, waiting, { claim: reference, isReleased: false, isBound: false, promised: false });
  else model.volumes.set(name, provisioned(name, reference, namespace.tenant));
  if (waiting && waiting.owner !== namespace.tenant) model.leaked.push(name);
  touch(claim, { isBound: true, volumeName: name });
}

function provisioned(name: string, claim: NonNullable<Volume['claim']>, owner: string): ModelVolume {
  const own = { name, uid: name, resourceVersion: '0', isDeleting: false, isBound: false, isReleased: false };
  return { ...own, policy: 'Delete', tenant: '', record: undefined, claim, owner, promised: false };
}

function reclaim(model: Model): void {
  for (const volume of model.volumes.values()) {
    if (!volume.claim || volume.claim.uid === '' || volume.claim.uid === model.claim?.uid) continue;
    change(model, volume, { isReleased: true, isBound: false });
    if (volume.policy !== 'Delete') continue;
    model.volumes.delete(volume.name);
    if (volume.promised) model.lost.push(volume.name);
  }
}

function touch(claim: Model['claim'], changes: object): void {
  if (!claim) return;
  Object.assign(claim, changes, { resourceVersion: String(Number(claim.resourceVersion) + 1) });
}

function change(model: Model, volume: ModelVolume, changes: Partial<ModelVolume>): void {
  const resourceVersion = String(Number(volume.resourceVersion) + 1);
  model.volumes.set(volume.name, { ...volume, ...changes, resourceVersion });
}

/** One replica of the sidecar, with a cache as old as its last read, and a write that it has decided on. */
export interface Replica {
  cache: Pick<Model, 'namespace' | 'claim' | 'volumes'>;
  pending: Write | undefined;
}

export const steps: Readonly<Record<string, (model: Model, replica: Replica) => void>> = {
  'sees the claim': ({ claim }, { cache }) => Object.assign(cache, { claim: claim && { ...claim } }),
  'sees the namespace': ({ namespace }, { cache }) => Object.assign(cache, { namespace }),
  'sees the volumes': ({ volumes }, { cache }) => Object.assign(cache, { volumes: new Map(volumes) }),
  'decides about the claim': (model, replica) => decide(model, replica, claimWrite),
  'decides about the volumes': (model, replica) => decide(model, replica, volumeWrite),
  writes: (model, replica) => {
    if (replica.pending) write(model, replica.pending);
    replica.pending = undefined;
  },
  'is killed': (_, replica) => Object.assign(replica, newReplica()),
};

export function newReplica(): Replica {
  return { cache: { namespace: undefined, claim: undefined, volumes: new Map() }, pending: undefined };
}

type Decide = (seen: Replica['cache']) => Write | undefined;

/** Like sidecar/reconcile.ts: before an irreversible write, decides again from the current objects. */
function decide(model: Model, replica: Replica, of: Decide): void {
  const first = of(replica.cache);
  replica.pending = first && irreversible.includes(first.type) ? of(model) : first;
  // The API server gets a copy, so that the decision does not change with the model.
  replica.pending = structuredClone(replica.pending);
}

export const claimWrite: Decide = ({ claim, namespace, volumes }) =>
  claim && decideClaim({ claim, namespace, volume: volumes.get(claim.volumeName), templates: [] }).write;

export const volumeWrite: Decide = ({ claim, volumes }) =>
  [...volumes.values()].flatMap((volume) => {
    const same = claim && volume.claim && keyOf(volume.claim) === keyOf(claim) ? claim : undefined;
    return decideVolume({ volume, claim: same }).write ?? [];
  })[0];

/** Applies the real patch if the object has not changed. */
export function write(model: Model, wanted: Write): void {
  const { metadata, spec = {} } = patchOf(wanted).body as Patch;
  if (!('volume' in wanted)) {
    const { claim } = model;
    if (claim?.uid !== wanted.claim.uid || claim.resourceVersion !== metadata.resourceVersion) return;
    touch(claim, { finalizers: metadata.finalizers ?? [] });
    return;
  }
  const volume = model.volumes.get(wanted.volume.name);
  if (!volume || volume.resourceVersion !== metadata.resourceVersion) return;
  const { 'leasehold.dev/claim': claim, 'leasehold.dev/reclaim-policy': policy } = metadata.annotations ?? {};
  const record = claim === undefined ? volume.record : claim === null ? undefined : { claim, policy: policy ?? '' };
  change(model, volume, {
    record,
    tenant: metadata.labels ? (metadata.labels['leasehold.dev/tenant'] ?? '') : volume.tenant,
    policy: spec.persistentVolumeReclaimPolicy ?? volume.policy,
    ...(spec.claimRef && volume.claim
      ? { claim: { ...volume.claim, uid: '' }, isReleased: false, isBound: false }
      : {}),
  });
}

interface Patch {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly finalizers?: readonly string[];
    readonly labels?: Readonly<Record<string, string | null>>;
    readonly annotations?: Readonly<Record<string, string | null>>;
  };
  readonly spec?: { readonly persistentVolumeReclaimPolicy?: string; readonly claimRef?: object };
}

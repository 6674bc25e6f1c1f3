import { asText } from '../../data/as-text.ts';
import { own } from '../../data/own.ts';
import { isSame, listAt, type Tree, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { syncOptionsAnnotation } from '../../kubernetes/argocd-annotations.ts';
import type { ObjectId } from '../../kubernetes/object-id.ts';
import { readQuantity } from '../../kubernetes/quantity.ts';
import { volumesAnnotation } from '../../kubernetes/retention.ts';
import type { ObjectPair, RiskFinding } from './change.ts';
import { isKnownKind } from './known-kinds.ts';
import { lostMounts } from './mounts.ts';
import { podSpecs } from './pod-specs.ts';
import { newItems } from './tree.ts';

/** Finds deleted data and weaker protection against deletion. */
export function dataLoss(pair: ObjectPair): readonly RiskFinding[] {
  const { old, now } = pair;
  if (!old) return [];
  if (!now) return pair.isKept ? [] : removal(pair.id, old);
  return [
    ...retentionChanges(pair.id, old, now),
    ...volumeClaimChange(pair.id.kind, old, now),
    ...volumes(old, now),
    ...lostMounts(old, now).map(loss),
    ...(deletesReplicas(pair.id.kind, old, now) ? [loss('it scales down, which deletes volume claims')] : []),
  ];
}

function loss(why: string): RiskFinding {
  return { risk: 'data-loss', why };
}

const deletionEffects: Readonly<Record<string, string>> = {
  ApplicationSet: 'Argo CD deletes its Applications with it',
  CustomResourceDefinition: 'every resource of the kind is deleted with it',
  Namespace: 'everything in the namespace is deleted with it',
  PersistentVolume: 'the PersistentVolume is deleted, perhaps with its data',
  PersistentVolumeClaim: 'the volume and its data are deleted',
  SecretEngineMount: 'Vault deletes the secrets of the engine',
  VolumeSnapshot: 'the snapshot is deleted',
  VolumeSnapshotContent: 'the snapshot is deleted',
};

/** Finds data that is deleted with the object. With Prune=confirm, Argo CD waits for a confirmation. */
function removal(id: ObjectId, old: Tree): readonly RiskFinding[] {
  const why = own(deletionEffects, id.kind) ?? cascade(old) ?? unknownEffect(id, old);
  if (why === undefined) return [];
  return [loss(syncOption(old, 'Prune') === 'confirm' ? `${why} after someone confirms the pruning` : why)];
}

/** Controllers can delete data with an object, such as a database, unless a field keeps the data. */
function unknownEffect(id: ObjectId, old: Tree): string | undefined {
  const keeps = deletionPolicies.some((path) => ['Orphan', 'Retain'].includes(textAt(old, ...path)));
  return isKnownKind(id) || keeps ? undefined : `a controller might delete data with the ${id.kind}`;
}

/** Fields whose default is to delete. */
const deletionPolicies = [['deletionPolicy'], ['spec', 'deletionPolicy']];

/** What else is deleted with a StatefulSet or an Application. */
function cascade(old: Tree): string | undefined {
  if (valueAt(old, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted') === 'Delete')
    return 'its volume claims are deleted with it';
  const isCascading = textsAt(old, 'metadata', 'finalizers').some((name) => name.startsWith(resourcesFinalizer));
  return isCascading ? 'Argo CD deletes the objects of the Application with it' : undefined;
}

const resourcesFinalizer = 'resources-finalizer.argocd.argoproj.io';

/** The value of `Prune=` or `Delete=` in an object's sync options. `true` by default. */
export function syncOption(tree: Tree, name: 'Prune' | 'Delete'): string {
  const options = textAt(tree, 'metadata', 'annotations', syncOptionsAnnotation).split(',');
  const option = options.map((one) => one.trim()).find((one) => one.startsWith(`${name}=`));
  return option?.slice(name.length + 1) ?? 'true';
}

const retentionStrength: Readonly<Record<string, number>> = { true: 0, confirm: 1, false: 2 };
const retentionFields = [
  ['spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted'],
  ['spec', 'persistentVolumeClaimRetentionPolicy', 'whenScaled'],
  ['spec', 'persistentVolumeReclaimPolicy'],
  ['reclaimPolicy'],
  ['spec', 'target', 'deletionPolicy'],
  ...deletionPolicies,
];

function retentionChanges(id: ObjectId, old: Tree, now: Tree): readonly RiskFinding[] {
  const deletesData = (own(deletionEffects, id.kind) ?? cascade(now)) !== undefined || !isKnownKind(id);
  const findings: RiskFinding[] = [];
  for (const name of ['Prune', 'Delete'] as const) {
    const [before, after] = [syncOption(old, name), syncOption(now, name)];
    const weaker = (own(retentionStrength, after) ?? 0) < (own(retentionStrength, before) ?? 0);
    if (weaker && deletesData) findings.push(loss(`the sync option ${name}=${before} no longer protects the object`));
  }
  if (isKeptByHelm(old) && !isKeptByHelm(now) && syncOption(now, 'Delete') !== 'false' && deletesData)
    findings.push(loss(`the annotation ${helmPolicy} no longer protects the object`));
  for (const path of retentionFields) {
    if (valueAt(now, ...path) === 'Delete' && valueAt(old, ...path) !== 'Delete')
      findings.push(loss(`${path.at(-1)} is now Delete`));
  }
  for (const path of deletionPolicies) {
    if (['Orphan', 'Retain'].includes(textAt(old, ...path)) && (valueAt(now, ...path) ?? null) === null)
      findings.push(loss(`${path.at(-1)} is no longer ${textAt(old, ...path)}`));
  }
  return findings.length > 0 ? findings : volumesNowPruned(old, now);
}

const helmPolicy = 'helm.sh/resource-policy';

/** Argo CD reads the annotation like Delete=false. */
function isKeptByHelm(tree: Tree): boolean {
  return textAt(tree, 'metadata', 'annotations', helmPolicy) === 'keep';
}

/** The sidecar retains volumes unless the annotation is `prune`. */
function volumesNowPruned(old: Tree, now: Tree): readonly RiskFinding[] {
  const isPruned = (tree: Tree) => textAt(tree, 'metadata', 'annotations', volumesAnnotation) === 'prune';
  return isPruned(now) && !isPruned(old) ? [loss('its volumes are no longer retained')] : [];
}

/** Finds changes that need a new, empty PersistentVolumeClaim. An existing claim can only grow. */
function volumeClaimChange(kind: string, old: Tree, now: Tree): readonly RiskFinding[] {
  if (kind !== 'PersistentVolumeClaim') return [];
  const fixed = ['accessModes', 'dataSource', 'selector', 'storageClassName', 'volumeMode', 'volumeName'];
  const changed = fixed.filter((field) => !isSame(valueAt(old, 'spec', field), valueAt(now, 'spec', field)));
  const size = (tree: Tree) => valueAt(tree, 'spec', 'resources', 'requests', 'storage') ?? '0';
  const changes = changed.map((field) => `${field} of an existing claim cannot be changed`);
  const owners = newItems(listAt(old, 'metadata', 'ownerReferences'), listAt(now, 'metadata', 'ownerReferences'));
  const owned = owners.map((owner) =>
    loss(`the claim is deleted with ${textAt(owner, 'kind')} ${textAt(owner, 'name')}`),
  );
  if (isLess(size(now), size(old))) changes.push('the size of an existing claim cannot be reduced');
  return [...owned, ...changes.map((why) => loss(`${why}, and a new claim is empty`))];
}

/** False for a value that is not a quantity, because the API server rejects it. */
function isLess(now: unknown, old: unknown): boolean {
  const [after, before] = [readQuantity(asText(now)), readQuantity(asText(old))];
  return after !== undefined && before !== undefined && after < before;
}

/** Finds volumes that pods no longer mount, in any kind with pods, and removed volume claim templates. */
function volumes(old: Tree, now: Tree): readonly RiskFinding[] {
  const lost = newItems(volumeClaimsOf(now), volumeClaimsOf(old)).map((name) =>
    loss(`its pods no longer mount the volume of claim ${asText(name)}`),
  );
  const removedTemplates = newItems(volumeClaimTemplatesOf(now), volumeClaimTemplatesOf(old)).map((name) =>
    loss(`the volume claim template ${asText(name)} is removed`),
  );
  return [...lost, ...removedTemplates];
}

/** True if Kubernetes deletes the volume claims of a StatefulSet's replicas that no longer exist. */
function deletesReplicas(kind: string, old: Tree, now: Tree): boolean {
  const policy = valueAt(now, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenScaled');
  if (kind !== 'StatefulSet' || policy !== 'Delete' || volumeClaimTemplatesOf(old).length === 0) return false;
  const [before, after] = [ordinalsOf(old), ordinalsOf(now)];
  return before.first < before.end && (after.first > before.first || after.end < before.end);
}

/** The numbers of the replicas: the first, and the one after the last. Kubernetes defaults to a single replica. */
function ordinalsOf(tree: Tree): { readonly first: number; readonly end: number } {
  const first = Number(asText(valueAt(tree, 'spec', 'ordinals', 'start') ?? 0));
  return { first, end: first + Number(asText(valueAt(tree, 'spec', 'replicas') ?? 1)) };
}

function volumeClaimsOf(tree: Tree): readonly unknown[] {
  return podSpecs(tree).flatMap((spec) =>
    listAt(spec, 'volumes').flatMap((volume) => valueAt(volume, 'persistentVolumeClaim', 'claimName') ?? []),
  );
}

function volumeClaimTemplatesOf(tree: Tree): readonly unknown[] {
  return listAt(tree, 'spec', 'volumeClaimTemplates').map((template) => valueAt(template, 'metadata', 'name'));
}

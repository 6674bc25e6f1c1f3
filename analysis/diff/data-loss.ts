import { isSame, listAt, mappingAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { syncOptionsAnnotation } from '../../kubernetes/argocd-annotations.ts';
import { milli } from '../../kubernetes/quantity.ts';
import type { Finding, Pair } from './change.ts';
import { newItems } from './tree.ts';

/** Data that is deleted, or a guard against that which goes. */
export function dataLoss(pair: Pair): readonly Finding[] {
  const { old, now } = pair;
  if (!old) return [];
  if (!now) return removal(pair.id.kind, old);
  return [...guards(pair.id.kind, old, now), ...claimChange(pair.id.kind, old, now), ...volumes(old, now)];
}

function loss(why: string): Finding {
  return { risk: 'data-loss', why };
}

const holders: Readonly<Record<string, string>> = {
  CustomResourceDefinition: 'every resource of the kind is deleted with it',
  Namespace: 'everything in the namespace is deleted with it',
  PersistentVolume: 'the volume is released',
  PersistentVolumeClaim: 'the volume and its data are deleted',
};

/** Argo CD leaves an object alone that says Prune=false; with Prune=confirm a person is still asked. */
function removal(kind: string, old: Tree): readonly Finding[] {
  const why = holders[kind] ?? (deletesClaims(old) ? 'its volume claims are deleted with it' : undefined);
  if (why === undefined || syncOption(old, 'Prune') === 'false') return [];
  return [loss(syncOption(old, 'Prune') === 'confirm' ? `${why}, once somebody confirms the pruning` : why)];
}

function deletesClaims(statefulSet: Tree): boolean {
  return valueAt(statefulSet, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted') === 'Delete';
}

/** The value of `Prune=` or `Delete=` among an object's sync options; true when none is given. */
export function syncOption(tree: Tree, name: 'Prune' | 'Delete'): string {
  const options = textAt(tree, 'metadata', 'annotations', syncOptionsAnnotation).split(',');
  const option = options.map((one) => one.trim()).find((one) => one.startsWith(`${name}=`));
  return option?.slice(name.length + 1) ?? 'true';
}

const strength: Readonly<Record<string, number>> = { true: 0, confirm: 1, false: 2 };
const retentionFields = [
  ['spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted'],
  ['spec', 'persistentVolumeClaimRetentionPolicy', 'whenScaled'],
  ['spec', 'persistentVolumeReclaimPolicy'],
  ['reclaimPolicy'],
  ['deletionPolicy'],
];

function guards(kind: string, old: Tree, now: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const name of ['Prune', 'Delete'] as const) {
    const [before, after] = [syncOption(old, name), syncOption(now, name)];
    const weaker = (strength[after] ?? 0) < (strength[before] ?? 0);
    if (weaker && holders[kind]) findings.push(loss(`${name}=${before} no longer keeps it`));
  }
  for (const path of retentionFields) {
    if (valueAt(now, ...path) === 'Delete' && valueAt(old, ...path) !== 'Delete')
      findings.push(loss(`${path.at(-1)} is now Delete`));
  }
  return findings;
}

/** A claim can only grow; for anything else it must be deleted and made anew, empty. */
function claimChange(kind: string, old: Tree, now: Tree): readonly Finding[] {
  if (kind !== 'PersistentVolumeClaim') return [];
  const fixed = ['accessModes', 'dataSource', 'selector', 'storageClassName', 'volumeMode', 'volumeName'];
  const changed = fixed.filter((field) => !isSame(valueAt(old, 'spec', field), valueAt(now, 'spec', field)));
  const size = (tree: Tree) => milli(String(valueAt(tree, 'spec', 'resources', 'requests', 'storage') ?? '0'));
  if (size(now) < size(old)) changed.push('a smaller size');
  return changed.map((field) => loss(`${field} cannot be given to a claim that exists; a new one is empty`));
}

/** Volumes of claims that pods no longer have, in any kind that has pods, and claim templates that are gone. */
function volumes(old: Tree, now: Tree): readonly Finding[] {
  const lost = newItems(claimsOf(now), claimsOf(old)).map((name) =>
    loss(`its pods no longer have the volume of claim ${name}`),
  );
  const gone = newItems(templateNames(now), templateNames(old)).map((name) =>
    loss(`the volume claim template ${name} is removed`),
  );
  return [...lost, ...gone];
}

function claimsOf(tree: Tree): readonly unknown[] {
  return podSpecs(tree).flatMap((spec) =>
    listAt(spec, 'volumes').flatMap((volume) => valueAt(volume, 'persistentVolumeClaim', 'claimName') ?? []),
  );
}

function templateNames(tree: Tree): readonly unknown[] {
  return listAt(tree, 'spec', 'volumeClaimTemplates').map((template) => valueAt(template, 'metadata', 'name'));
}

/** The pod specs in an object of any kind: a Pod's own, a workload's, a CronJob's. */
export function podSpecs(tree: Tree): readonly Tree[] {
  const places = [['spec'], ['spec', 'template', 'spec'], ['spec', 'jobTemplate', 'spec', 'template', 'spec']];
  return places.map((path) => mappingAt(tree, ...path)).filter((spec) => Array.isArray(spec['containers']));
}

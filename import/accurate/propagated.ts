import { textAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { importBinding, recordLocalBinding, recordOwnMetadata } from '../tenancy/members.ts';
import type { NamespaceTree } from '../tenancy/namespace-tree.ts';
import { addHard, addLimits } from '../tenancy/quota.ts';

const propagate = ['metadata', 'annotations', 'accurate.cybozu.com/propagate'];

export function isCopy({ body }: ExportedObject): boolean {
  return textAt(body, 'metadata', 'annotations', 'accurate.cybozu.com/from') !== '';
}

/** Converts objects that Accurate copies from the root to the whole tree, if a Tenant or a Quota has a counterpart. */
export function importPropagated(tree: NamespaceTree, run: ImportRun): void {
  const { objects, ledger } = run;
  const inTree = objects.filter((source) => tree.namespaces.includes(source.namespace) && !isCopy(source));
  const shared = inTree.filter((source) => source.namespace === tree.root && textAt(source.body, ...propagate) !== '');
  for (const source of inTree.filter(({ kind }) => kind === 'RoleBinding')) {
    if (shared.includes(source)) importShared(source, tree, ledger);
    else recordLocalBinding(source, ledger);
  }
  const quotas = shared.filter(({ kind }) => kind === 'ResourceQuota');
  for (const source of quotas) recordSharedHead(source, 'the Quota, which is split evenly over the namespaces', ledger);
  addHard(
    tree.quota,
    quotas.map((source) => ({ source, path: ['spec'] })),
    run,
    BigInt(tree.namespaces.length),
  );
  for (const source of shared.filter(({ kind }) => kind === 'LimitRange')) {
    recordSharedHead(source, 'limits of the Quota are put into each namespace', ledger);
    addLimits(tree.quota, source, ['spec', 'limits'], run);
  }
  for (const source of shared) recordUnsupported(source, ledger);
}

function importShared(source: ExportedObject, { tenant }: NamespaceTree, ledger: Ledger): void {
  ledger.record(source, propagate, { fidelity: 'exact', how: 'members of a Tenant are members in all its namespaces' });
  importBinding(source, tenant, ledger);
}

function recordSharedHead(source: ExportedObject, how: string, ledger: Ledger): void {
  for (const path of [['apiVersion'], ['kind'], ['metadata', 'namespace'], propagate])
    ledger.record(source, path, { fidelity: 'exact', how });
  ledger.record(source, ['metadata', 'name'], {
    fidelity: 'approximated',
    how: 'what is rendered has a name of its own',
  });
  recordOwnMetadata(source, ['metadata'], ledger);
}

function recordUnsupported(source: ExportedObject, ledger: Ledger): void {
  if (ledger.isRecorded(source, ['apiVersion']) || source.kind === 'Secret') return;
  const how = 'nothing copies it; write it as a Template, with a ClusterTemplateInstance for this tenant';
  ledger.record(source, [], { fidelity: 'lost', how });
}

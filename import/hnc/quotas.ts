import type { ImportRun } from '../ledger/import-run.ts';
import { recordOwnMetadata } from '../tenancy/members.ts';
import { addHard } from '../tenancy/quota.ts';
import type { TreeObject } from './hierarchy.ts';

/** Converts the root's quotas, which limit the whole tree like a Quota. Those of other namespaces limit only a part. */
export function importQuotas(objects: readonly TreeObject[], run: ImportRun): void {
  const all = objects.filter(({ source }) => source.kind === 'HierarchicalResourceQuota');
  for (const { tree } of new Map(all.map((one) => [one.tree, one])).values()) {
    const own = all.filter((one) => one.tree === tree && one.namespace === tree.root);
    for (const one of own) recordQuotaHead(one, run);
    addHard(
      tree.quota,
      own.map(({ source }) => ({ source, path: ['spec'] })),
      run,
    );
  }
  for (const { source, namespace } of all.filter((one) => one.namespace !== one.tree.root)) {
    const how = `it bounds ${namespace} and what is below, and a Tenant has one Quota; state the share of each namespace with the annotation leasehold.dev/quota-share`;
    run.ledger.record(source, [], { fidelity: 'lost', how });
  }
}

function recordQuotaHead({ source, tree }: TreeObject, { ledger }: ImportRun): void {
  const how = `the Quota of Tenant ${tree.root}`;
  for (const path of [['apiVersion'], ['kind'], ['metadata', 'namespace']])
    ledger.record(source, path, { fidelity: 'exact', how });
  ledger.record(source, ['metadata', 'name'], {
    fidelity: 'approximated',
    how: `the Quota has the name of the Tenant`,
  });
  recordOwnMetadata(source, ['metadata'], ledger);
}

import type { ImportRun } from '../ledger/import-run.ts';
import { judgeOwnMetadata } from '../tenancy/members.ts';
import { addHard } from '../tenancy/quota.ts';
import type { Placed } from './hierarchy.ts';

/** A quota of the root bounds the whole tree, as a Quota does its tenant; one further down bounds a part of it. */
export function importQuotas(placed: readonly Placed[], run: ImportRun): void {
  const all = placed.filter(({ source }) => source.kind === 'HierarchicalResourceQuota');
  for (const { tree } of new Map(all.map((one) => [one.tree, one])).values()) {
    const own = all.filter((one) => one.tree === tree && one.namespace === tree.root);
    for (const one of own) judgeHead(one, run);
    addHard(
      tree.quota,
      own.map(({ source }) => ({ source, path: ['spec'] })),
      run,
    );
  }
  for (const { source, namespace } of all.filter((one) => one.namespace !== one.tree.root)) {
    const how = `it bounds ${namespace} and what is below, and a Tenant has one Quota; state the share of each namespace with the annotation leasehold.dev/quota-share`;
    run.ledger.judge(source, [], { fidelity: 'lost', how });
  }
}

function judgeHead({ source, tree }: Placed, { ledger }: ImportRun): void {
  const how = `the Quota of Tenant ${tree.root}`;
  for (const path of [['apiVersion'], ['kind'], ['metadata', 'namespace']])
    ledger.judge(source, path, { fidelity: 'exact', how });
  ledger.judge(source, ['metadata', 'name'], { fidelity: 'approximated', how: `the Quota has the name of the Tenant` });
  judgeOwnMetadata(source, ['metadata'], ledger);
}

import { recordClusterFields } from '../ledger/cluster-fields.ts';
import type { SourceSystem } from '../ledger/import-run.ts';
import { recordOther } from '../ledger/other-objects.ts';
import { importNamespaces } from './namespaces.ts';
import { importResource, isOfMto } from './resource.ts';

const groups = [
  'tenantoperator.stakater.com',
  'templates.stakater.com',
  'templates.v2.stakater.com',
  'hibernation.stakater.com',
];

/** Imports from the Multi Tenant Operator: keeps its resources, and converts older versions to current ones. */
export const mto: SourceSystem = {
  title: 'MTO',
  import: (run) => {
    const { objects, ledger } = run;
    for (const source of objects) recordClusterFields(source, ledger, () => false);
    for (const source of objects.filter(isOfMto)) importResource(source, run);
    importNamespaces(run);
    for (const source of objects) {
      if (!isOfMto(source) && source.kind !== 'Namespace') recordOther(source, run, groups);
    }
  },
};

import { judgeClusterFields } from '../ledger/cluster-fields.ts';
import { judgeOther } from '../ledger/other-objects.ts';
import type { System } from '../ledger/work.ts';
import { importNamespaces } from './namespaces.ts';
import { importResource, isOfMto } from './resource.ts';

const groups = [
  'tenantoperator.stakater.com',
  'templates.stakater.com',
  'templates.v2.stakater.com',
  'hibernation.stakater.com',
];

/** A cluster of the Multi Tenant Operator: its resources as they are, older versions as the current ones. */
export const mto: System = {
  title: 'MTO',
  import: (work) => {
    const { sources, ledger } = work;
    for (const source of sources) judgeClusterFields(source, ledger, () => false);
    for (const source of sources.filter(isOfMto)) importResource(source, work);
    importNamespaces(work);
    for (const source of sources) {
      if (!isOfMto(source) && source.kind !== 'Namespace') judgeOther(source, work, groups);
    }
  },
};

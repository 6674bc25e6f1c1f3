import { contracts } from '../../build/contracts.ts';
import { tenantLabelPath } from '../kind/tenant.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import { type Known, type Named, ownerOf } from './known.ts';

/**
 * A label may put a resource elsewhere than the one that it is part of. Then it would change what another tenant is given,
 * so neither is rendered.
 */
export function tornFaults(tenants: ReadonlyMap<Known, string>, named: Named): readonly Fault[] {
  return [...tenants].flatMap(([known, tenant]) => {
    const owner = ownerOf(known);
    const whole = owner && named.get(owner.key);
    const other = whole && tenants.get(whole);
    return !whole || !other || other === tenant ? [] : [tornFault({ known, tenant }, { known: whole, tenant: other })];
  });
}

interface Owned {
  readonly known: Known;
  readonly tenant: string;
}

function tornFault({ known, tenant }: Owned, owner: Owned): Fault {
  const label = `${contracts[owner.known.kind.id].kind} ${owner.known.name}`;
  return {
    code: 'mismatch',
    origin: known.document.origin,
    place: atValue(tenantLabelPath),
    message: `the label says tenant ${tenant}, and ${label} belongs to ${owner.tenant}`,
    fix: 'delete the label',
    tenants: [tenant, owner.tenant],
  };
}

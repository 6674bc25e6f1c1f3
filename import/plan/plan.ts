import { compare } from '../../data/order.ts';
import { namespacesOfFact, type SourceFact } from '../effect/fact.ts';
import type { SourceModel, SourceTenant } from '../effect/source-system.ts';
import { createOutput, type ImportOutput, type OutputResource } from '../resources/output.ts';
import { addAccess } from './access.ts';
import { addLimits, addQuotas } from './bounds.ts';
import { addMetadata } from './metadata.ts';
import { addEnforcement, addRules } from './rules.ts';
import { addTemplates } from './templates.ts';
import { addTenant, isListable } from './tenant-resources.ts';

/**
 * Writes resources that render the facts of a model: a Tenant and a Quota for each tenant, and a Template with
 * instances for everything else. Omits facts that no resource can render. The comparison reports them.
 */
export function planTenants({ tenants, facts }: SourceModel): readonly OutputResource[] {
  const output = createOutput();
  for (const tenant of tenants.toSorted((a, b) => compare(a.name, b.name))) planTenant(tenant, facts, output);
  addEnforcement(tenants, facts, output);
  return output.resources;
}

function planTenant(source: SourceTenant, facts: readonly SourceFact[], output: ImportOutput): void {
  const tenant = { ...source, namespaces: source.namespaces.filter(isListable) };
  const all = new Set([...tenant.namespaces, tenant.newNamespace]);
  const own = facts.map(withListable).filter((fact) => {
    const names = namespacesOfFact(fact);
    return names.length > 0 && names.every((name) => all.has(name));
  });
  const resources = addTenant(tenant, facts, output);
  addMetadata(tenant, own, resources.tenant);
  addRules(own, resources.tenant);
  const rest = [
    ...addAccess(tenant, own, resources.tenant),
    ...addQuotas(tenant, own, resources.quota),
    ...addLimits(tenant, own, resources.quota),
    ...own.filter(({ aspect }) => aspect === 'object'),
  ];
  addTemplates(tenant, rest, output);
}

function withListable(fact: SourceFact): SourceFact {
  return fact.aspect === 'quota' ? { ...fact, namespaces: fact.namespaces.filter(isListable) } : fact;
}

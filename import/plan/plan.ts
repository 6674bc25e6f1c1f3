import { groupBy } from '../../data/group-by.ts';
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
 * Writes resources that render the facts of a model: a Tenant and a Quota for each tenant, Templates with instances for other
 * objects, and a Platform for enforced rules. Omits facts that no resource can render. The comparison reports them.
 */
export function planTenants({ tenants, facts }: SourceModel): readonly OutputResource[] {
  const output = createOutput();
  const index = indexFacts(facts.map(withListable));
  for (const tenant of tenants.toSorted((a, b) => compare(a.name, b.name))) planTenant(tenant, index, output);
  addEnforcement(tenants, facts, output);
  return output.resources;
}

interface FactIndex {
  readonly byNamespace: ReadonlyMap<string | undefined, readonly SourceFact[]>;
  readonly byResource: ReadonlyMap<string | undefined, readonly SourceFact[]>;
  readonly positions: ReadonlyMap<SourceFact, number>;
}

/** Indexes the facts by their first namespace, and the statements by their resource. */
function indexFacts(facts: readonly SourceFact[]): FactIndex {
  return {
    byNamespace: groupBy(facts, (fact) => namespacesOfFact(fact)[0]),
    byResource: groupBy(facts, (fact) => (fact.aspect === 'statement' ? fact.resource : undefined)),
    positions: new Map(facts.map((fact, position) => [fact, position])),
  };
}

/** The facts that are about these namespaces only, in their original order. */
function factsAbout(names: ReadonlySet<string>, { byNamespace, positions }: FactIndex): readonly SourceFact[] {
  const positionOf = (fact: SourceFact) => positions.get(fact) ?? 0;
  return [...names]
    .flatMap((name) => byNamespace.get(name) ?? [])
    .filter((fact) => namespacesOfFact(fact).every((name) => names.has(name)))
    .sort((a, b) => positionOf(a) - positionOf(b));
}

function planTenant(source: SourceTenant, index: FactIndex, output: ImportOutput): void {
  const tenant = { ...source, namespaces: source.namespaces.filter(isListable) };
  const own = factsAbout(new Set([...tenant.namespaces, tenant.newNamespace]), index);
  const resources = addTenant(tenant, index.byResource.get(`Tenant ${tenant.name}`) ?? [], output);
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

import { advice } from '../effect/advice.ts';
import type { InertField, SourceFact } from '../effect/fact.ts';
import type { SourceSystem, SourceTenant } from '../effect/source-system.ts';
import { planTenants } from '../plan/plan.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

type Objects = readonly ExportedObject[];

/** A system with its own tenants. Each of them becomes a Tenant. */
export interface TenancySystem<Tenant extends SourceTenant> extends Omit<SourceSystem, 'model' | 'plan'> {
  readonly tenantsIn: (objects: Objects) => readonly Tenant[];
  readonly factsOf: (tenant: Tenant, objects: Objects) => readonly SourceFact[];
  /** All facts that `factsOf` does not return. */
  readonly otherFacts: (objects: Objects, tenants: readonly Tenant[]) => readonly SourceFact[];
  readonly inertFields: (objects: Objects, tenants: readonly Tenant[]) => readonly InertField[];
  /** Changes that affect all users, if there is a tenant. */
  readonly notices: (objects: Objects) => readonly string[];
}

export function tenancySystem<Tenant extends SourceTenant>(system: TenancySystem<Tenant>): SourceSystem {
  const { tenantsIn, factsOf, otherFacts, inertFields, notices, ...rest } = system;
  return {
    ...rest,
    plan: planTenants,
    model: (objects) => {
      const tenants = tenantsIn(objects);
      return {
        tenants: tenants.map(({ name, namespaces, newNamespace }) => ({ name, namespaces, newNamespace })),
        facts: [...tenants.flatMap((tenant) => factsOf(tenant, objects)), ...otherFacts(objects, tenants)],
        inert: inertFields(objects, tenants),
        notices: tenants.length > 0 ? [...notices(objects), reading] : [],
      };
    },
  };
}

/** The access in the whole cluster that an imported Tenant grants. */
const reading =
  'Access: in the whole cluster, members can read their own Tenant, and the classes that it lists by name. The operator grants neither.';

/** How the render handles namespaces of removed Tenants. */
export const purging = `Here, namespaces stay when the file of the Tenant is deleted. ${advice.purgeNamespaces}`;

/** The notice for systems that copy RoleBindings. */
export const bindingsNotice =
  'Bindings: a RoleBinding whose subjects become members stays in the cluster under its name. Delete it after the render is applied. Otherwise, a member who is removed in Git keeps the access.';

import { isTenant } from '../../core/kind/tenant.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import { isError, type Problem } from '../../core/problem/problem.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { groupBy } from '../../data/group-by.ts';
import { tenantNames, tenantsIn } from '../../leasehold.ts';
import { type Ceiling, ceilingOf } from './ceiling.ts';
import { type KindName, kindName } from './source.ts';
import { tenantsOf, type World } from './world.ts';

/** A tenant in the list of tenants. */
export interface TenantRow {
  readonly name: string;
  /** The kinds that define the tenant. */
  readonly kinds: readonly KindName[];
  /** Undefined if the tenant or the platform has errors, because its render is then empty, or if the person may see only the name. */
  readonly namespaces: readonly string[] | undefined;
  readonly objects: number | undefined;
  readonly errors: number;
  readonly warnings: number;
  readonly ceiling: Ceiling | undefined;
}

/** Every tenant, by name. */
export function tenantRows(world: World, catalogue: Catalogue | undefined): readonly TenantRow[] {
  const problems = problemsByTenant(world);
  if (world.all().ok) return renderedRows(world, problems, catalogue);
  const sound = world.sound();
  const rendered = sound.all().ok ? renderedRows(sound, problems, catalogue) : [];
  const byName = new Map(rendered.map((row) => [row.name, row]));
  const isSound = ({ errors }: TenantRow) => errors === 0;
  return namedRows(world, problems).map((row) => (isSound(row) ? (byName.get(row.name) ?? row) : row));
}

type ProblemsByTenant = ReadonlyMap<string, readonly Problem[]>;

function problemsByTenant(world: World): ProblemsByTenant {
  const pairs = world.all().problems.flatMap((problem) => tenantsOf(problem, world).map((name) => ({ name, problem })));
  const groups = groupBy(pairs, ({ name }) => name);
  return new Map([...groups].map(([name, own]) => [name, own.map(({ problem }) => problem)]));
}

function renderedRows(
  { all }: World,
  problems: ProblemsByTenant,
  catalogue: Catalogue | undefined,
): readonly TenantRow[] {
  const byTenant = groupBy(all().objects, ({ tenant }) => tenant);
  return tenantsIn(all()).map(({ name, roots }) => {
    const objects = byTenant.get(name) ?? [];
    return {
      name,
      kinds: distinct(roots.map(kindName)),
      namespaces: namespacesIn(objects),
      objects: objects.length,
      ...tally(problems.get(name)),
      ceiling: ceilingOf(objects, catalogue),
    };
  });
}

/** The data of tenants that needs no render. */
function namedRows(world: World, problems: ProblemsByTenant): readonly TenantRow[] {
  const entries = tenantsIn({ ...world.all(), resources: world.resources(), objects: [] });
  const roots = new Map(entries.map((entry) => [entry.name, entry.roots]));
  const unknown = { namespaces: undefined, objects: undefined, ceiling: undefined };
  return tenantNames(world.files)
    .filter(isTenant)
    .map((name) => ({
      name,
      kinds: distinct((roots.get(name) ?? []).map(kindName)),
      ...unknown,
      ...tally(problems.get(name)),
    }));
}

function tally(problems: readonly Problem[] = []): Pick<TenantRow, 'errors' | 'warnings'> {
  const errors = problems.filter(isError).length;
  return { errors, warnings: problems.length - errors };
}

function distinct(kinds: readonly KindName[]): readonly KindName[] {
  return [...new Map(kinds.map((kind) => [`${kind.name}.${kind.group}`, kind])).values()];
}

/** Names of the rendered namespaces. */
export function namespacesIn(objects: readonly Manifest[]): readonly string[] {
  return objects.filter(({ id }) => id.kind === 'Namespace' && id.group === '').map(({ id }) => id.name);
}

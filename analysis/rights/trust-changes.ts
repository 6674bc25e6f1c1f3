import type { Resource } from '../../core/kind/resource.ts';
import { shortList } from '../../data/short-list.ts';
import { isSame } from '../../data/tree.ts';
import { isDelegated } from './delegated.ts';

/**
 * Sentences about changes of what the authors of tenants' directories can write. Grants and these settings render no
 * objects, so a comparison of objects does not show them. Empty if the earlier Platform trusts these authors.
 */
export function trustChanges(before: readonly Resource[], after: readonly Resource[]): readonly string[] {
  if (!isDelegated(before)) return [];
  if (!isDelegated(after))
    return ['The Platform no longer limits what the authors of tenants can write: it trusts all of them.'];
  const grants = changedGrants(before, after);
  const noun = grants.length === 1 ? 'Grant' : 'Grants';
  return [
    ...(grants.length > 0
      ? [`This changes the ${noun} ${shortList(grants, 5)}, which can allow tenants more without a change of objects.`]
      : []),
    ...removedItems(before, after, 'forbid').map((items) => `The Platform no longer forbids ${items} (spec.forbid).`),
    ...removedItems(before, after, 'reservedNamespaces').map(
      (items) => `The Platform no longer reserves ${items} (spec.reservedNamespaces).`,
    ),
  ];
}

/** The names of Grants that are added, changed or removed. The removal of a Grant of `templates` can allow more. */
function changedGrants(before: readonly Resource[], after: readonly Resource[]): readonly string[] {
  const [old, now] = [specsOfGrants(before), specsOfGrants(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => !isSame(old.get(name), now.get(name))).sort();
}

function specsOfGrants(resources: readonly Resource[]): ReadonlyMap<string, unknown> {
  const grants = resources.filter(({ kind }) => kind === 'grant') as readonly Resource<'grant'>[];
  return new Map(grants.map(({ body }) => [body.metadata.name, body.spec]));
}

/** A list of the items that the later Platform lacks. Empty if it has all of them. */
function removedItems(
  before: readonly Resource[],
  after: readonly Resource[],
  field: 'forbid' | 'reservedNamespaces',
): readonly string[] {
  const now: readonly string[] = platformIn(after)?.body.spec[field] ?? [];
  const items: readonly string[] = platformIn(before)?.body.spec[field] ?? [];
  const removed = items.filter((item) => !now.includes(item));
  return removed.length > 0 ? [shortList(removed, 5)] : [];
}

function platformIn(resources: readonly Resource[]): Resource<'platform'> | undefined {
  return resources.find(({ kind }) => kind === 'platform') as Resource<'platform'> | undefined;
}

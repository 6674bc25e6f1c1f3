import { formatId } from '../../kubernetes/object-id.ts';
import type { Comparable } from './change.ts';

type Objects = readonly Comparable[];

/**
 * The parts of two renders that a comparison reads: the objects that differ, and the others of their tenants and namespaces. If
 * the second render reuses parts of the first, most objects are identical in memory. If no object is, all objects are read. An
 * object that rules look up by name is never missing: it belongs to a tenant with a difference, or is the same in both renders.
 */
export function relatedObjects(base: Objects, head: Objects): readonly [Objects, Objects] {
  const [old, now] = onlyInOne(base, head);
  if (now.length === head.length) return [base, head];
  const changed = [...differing(old, now), ...differing(now, old)];
  const tenants = new Set(changed.map(({ tenant }) => tenant));
  const namespaces = new Set(changed.map(namespaceOf).filter((name) => name !== ''));
  const isRelated = (one: Comparable) => tenants.has(one.tenant) || namespaces.has(namespaceOf(one));
  return changed.length === 0 ? [[], []] : [base.filter(isRelated), head.filter(isRelated)];
}

/** The objects that are in one list, but not in the other. Renders that share most objects have them in the same order. */
function onlyInOne(base: Objects, head: Objects): readonly [Objects, Objects] {
  const shorter = Math.min(base.length, head.length);
  let start = 0;
  while (start < shorter && base[start] === head[start]) start++;
  let end = 0;
  while (end < shorter - start && base[base.length - 1 - end] === head[head.length - 1 - end]) end++;
  const [old, now] = [base.slice(start, base.length - end), head.slice(start, head.length - end)];
  const [before, after] = [new Set(old), new Set(now)];
  return [old.filter((one) => !after.has(one)), now.filter((one) => !before.has(one))];
}

/** The namespace of an object, or the name of a Namespace. */
function namespaceOf({ id }: Comparable): string {
  return id.kind === 'Namespace' ? id.name : id.namespace;
}

/** The objects without an equal one among the others. */
function differing(objects: Objects, others: Objects): Objects {
  const texts = new Map(others.map(({ id, text }) => [formatId(id), text]));
  return objects.filter(({ id, text }) => texts.get(formatId(id)) !== text);
}

import type { UniqueClaim } from '../../../core/kind/capabilities.ts';
import type { Path } from '../../../data/tree.ts';

/** Rejects two supervisors that select the same namespace, because their schedules would conflict. */
export function hibernationClaim(namespace: string, path: Path): UniqueClaim {
  const problem = `more than one supervisor selects namespace ${namespace}`;
  const conflict = { problem, fix: 'select the namespace in only one of them, or delete all but one' };
  return { what: `hibernation of namespace ${namespace}`, path, conflict };
}

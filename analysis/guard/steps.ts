import { type Approval, approvalFor } from './approval.ts';
import type { PastObject } from './inventory.ts';

/** One version of the tenants after the earlier render, in order. */
export interface RemovalStep {
  readonly objects: readonly PastObject[];
  /** The approvals that this version is the first to have: an approval counts once. */
  readonly approvals: readonly Approval[];
  /** True if everything that this version removes is approved, for example by a label of its pull request. */
  readonly isApproved: boolean;
}

/** The approved objects so far, and the approvals that covered none yet. */
interface Approvals {
  readonly approved: ReadonlySet<string>;
  readonly open: readonly Approval[];
}

/**
 * The objects of an earlier render that the last step does not have, without those that were removed with an approval.
 * An approval covers exactly the objects that it names: those that its own step removes, or all of its tenants' objects
 * that are removed without an approval so far. An object that comes back needs another approval.
 */
export function unapprovedRemoval(past: readonly PastObject[], steps: readonly RemovalStep[]): readonly PastObject[] {
  let state: Approvals = { approved: new Set(), open: [] };
  let before = past;
  for (const step of steps) {
    const present = new Set(step.objects.map(({ id }) => id));
    const isGone = ({ id }: PastObject) => !present.has(id);
    const kept = new Set([...state.approved].filter((id) => !present.has(id)));
    const pending = past.filter((object) => isGone(object) && !kept.has(object.id));
    const open = [...state.open, ...step.approvals];
    state = approve(step, { approved: kept, open }, [before.filter(isGone), pending]);
    before = step.objects;
  }
  const last = new Set(before.map(({ id }) => id));
  return past.filter(({ id }) => !last.has(id) && !state.approved.has(id));
}

/** `removals`: the objects that this step removes, and those that are removed without an approval so far. */
function approve(
  { isApproved }: RemovalStep,
  { approved, open }: Approvals,
  removals: readonly (readonly PastObject[])[],
): Approvals {
  const uses = open.map((approval) => removals.flatMap((removed) => covered(approval, removed)));
  const labelled = isApproved ? (removals[0] ?? []) : [];
  const ids = [...labelled, ...uses.flat()].map(({ id }) => id);
  return { approved: new Set([...approved, ...ids]), open: open.filter((_, index) => uses[index]?.length === 0) };
}

/** The removed objects of the approval's tenants, if they are exactly those that it names. */
function covered(approval: Approval, removed: readonly PastObject[]): readonly PastObject[] {
  const own = removed.filter(({ tenant }) => approval.tenants.includes(tenant));
  return approvalFor(own).removal === approval.removal ? own : [];
}

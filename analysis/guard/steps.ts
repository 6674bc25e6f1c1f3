import { type Approval, approvalFor } from './approval.ts';
import type { PastObject } from './inventory.ts';

/** A version of the tenants after the earlier render. */
export interface RemovalStep {
  readonly objects: readonly PastObject[];
  /** The approvals that this version adds. An approval counts only once. */
  readonly approvals: readonly Approval[];
  /** True if all removals of this version are approved, for example by a label of its pull request. */
  readonly isApproved: boolean;
}

/** The objects approved so far, and the approvals that have not been used yet. */
interface Approvals {
  readonly approved: ReadonlySet<string>;
  readonly open: readonly Approval[];
}

/**
 * The objects of an earlier render that the last step does not have, except those that were removed with an approval. The digest
 * of an approval must match the removals of its tenants in its own or a later step, or all removals of its tenants without an
 * approval so far. An object that is added again needs another approval to be removed.
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

/**
 * Applies the approvals of a step. `removals` contains the removals of this step, and all removals without an approval
 * so far.
 */
function approve(
  { isApproved }: RemovalStep,
  { approved, open }: Approvals,
  removals: readonly (readonly PastObject[])[],
): Approvals {
  const uses = open.map((approval) => removals.flatMap((removed) => covered(approval, removed)));
  const labeled = isApproved ? (removals[0] ?? []) : [];
  const ids = [...labeled, ...uses.flat()].map(({ id }) => id);
  return { approved: new Set([...approved, ...ids]), open: open.filter((_, index) => uses[index]?.length === 0) };
}

/** The removed objects of the approval's tenants if its digest matches them. */
function covered(approval: Approval, removed: readonly PastObject[]): readonly PastObject[] {
  const own = removed.filter(({ tenant }) => approval.tenants.includes(tenant));
  return approvalFor(own).removal === approval.removal ? own : [];
}

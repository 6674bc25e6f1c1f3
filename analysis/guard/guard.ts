import type { Manifest } from '../../core/print/manifest.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { type Approval, approvalFor, isApproved } from './approval.ts';
import { type PastObject, removedObjects } from './inventory.ts';

/** Percentage of the earlier objects that may be removed without an approval. */
const defaultMaxRemoved = '20';

/** Reads `max-removed` as every program takes it; undefined when it is not a percentage from 0 to 100. */
export function readMaxRemoved(text: string = defaultMaxRemoved): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : undefined;
}

/** Where approvals are committed, beside the directory of the tenants. */
export const approvalsFolder = '.leasehold/approvals';

export interface Change {
  /** What an earlier render had, of the tenants that this one covers. */
  readonly past: readonly PastObject[];
  readonly objects: readonly Manifest[];
  readonly approvals: readonly SourceFile[];
  readonly maxRemoved: number;
}

export type Verdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly removed: number; readonly of: number; readonly approval: Approval };

/**
 * Refuses a render that drops more than a share of an earlier one, unless a committed approval fits it exactly: a
 * directory moved or a glob mistyped looks like an order to delete every tenant.
 */
export function guard({ past, objects, approvals, maxRemoved }: Change): Verdict {
  const removed = removedObjects(past, objects);
  if (removed.length === 0 || removed.length * 100 <= past.length * maxRemoved) return { ok: true };
  const approval = approvalFor(removed);
  return isApproved(approval, approvals)
    ? { ok: true }
    : { ok: false, removed: removed.length, of: past.length, approval };
}

import type { Manifest } from '../../core/print/manifest.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { type Approval, approvalFor, readApprovals } from './approval.ts';
import { type PastObject, pastObjects } from './inventory.ts';
import { type RemovalStep, unapprovedRemoval } from './steps.ts';

/** The percentage of earlier objects that a render may remove without an approval. */
const defaultMaxRemoved = '20';

/** Reads `max-removed` in all programs. Undefined if it is not an integer percentage from 0 to 100. */
export function readMaxRemoved(text: string = defaultMaxRemoved): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : undefined;
}

/** The directory of committed approvals, next to the tenants directory. */
export const approvalsFolder = '.leasehold/approvals';

export interface GuardInput {
  /** The objects of the earlier render, limited to the tenants that this render covers. */
  readonly past: readonly PastObject[];
  readonly objects: readonly Manifest[];
  readonly approvals: readonly SourceFile[];
  readonly maxRemoved: number;
}

export type GuardResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly removed: number; readonly of: number; readonly approval: Approval };

/**
 * Rejects a render that removes more than a percentage of the earlier objects without a committed approval for exactly
 * this removal. Otherwise, a moved directory or a mistyped glob would delete every tenant.
 */
export function guardRemoval({ past, objects, approvals, maxRemoved }: GuardInput): GuardResult {
  const step = { objects: pastObjects(objects), approvals: readApprovals(approvals), isApproved: false };
  return guardSteps(past, [step], maxRemoved);
}

/** Like guardRemoval, for the versions after the earlier render. Each version can approve its own removals. */
export function guardSteps(
  past: readonly PastObject[],
  steps: readonly RemovalStep[],
  maxRemoved: number,
): GuardResult {
  const removed = unapprovedRemoval(past, steps);
  if (removed.length * 100 <= past.length * maxRemoved) return { ok: true };
  return { ok: false, removed: removed.length, of: past.length, approval: approvalFor(removed) };
}

import { parse } from '../../core/parse/parse.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { compare } from '../../data/order.ts';
import { digest } from '../../data/sha256.ts';
import { isSame, listAt, valueAt } from '../../data/tree.ts';
import type { PastObject } from './inventory.ts';

/** A committed approval to remove exactly these objects. */
export interface Approval {
  readonly tenants: readonly string[];
  readonly removal: string;
}

const apiVersion = 'leasehold.dev/v1alpha1';

/** The approval that this removal needs. It has no expiry: it does not match any other removal. */
export function approvalFor(removed: readonly PastObject[]): Approval {
  const lines = removed.map(({ tenant, id }) => JSON.stringify([tenant, id])).sort(compare);
  const tenants = [...new Set(removed.map(({ tenant }) => tenant))].sort(compare);
  return { tenants, removal: `sha256:${digest(lines.join('\n'))}` };
}

/** The file to commit, as one line of YAML that fits a message. */
export function approvalText({ tenants, removal }: Approval): string {
  const spec = `spec: {tenants: ${JSON.stringify(tenants)}, removal: ${JSON.stringify(removal)}}`;
  return `{apiVersion: ${apiVersion}, kind: Approval, ${spec}}`;
}

/** True when one of the files is this approval. */
export function isApproved(wanted: Approval, files: readonly SourceFile[]): boolean {
  return parse(files).documents.some(({ body }) => sameApproval(body, wanted));
}

function sameApproval(body: unknown, wanted: Approval): boolean {
  const isApproval = valueAt(body, 'apiVersion') === apiVersion && valueAt(body, 'kind') === 'Approval';
  const tenants = [...listAt(body, 'spec', 'tenants')].sort();
  return isApproval && valueAt(body, 'spec', 'removal') === wanted.removal && isSame(tenants, wanted.tenants);
}

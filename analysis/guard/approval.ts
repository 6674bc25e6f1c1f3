import { parse } from '../../core/parse/parse.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { compare } from '../../data/order.ts';
import { digest } from '../../data/sha256.ts';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import type { PastObject } from './inventory.ts';

/** A committed approval to remove exactly the objects whose digest is `removal`. */
export interface Approval {
  readonly tenants: readonly string[];
  readonly removal: string;
}

const apiVersion = 'leasehold.dev/v1alpha1';

/** The approval for this removal. It does not expire because it does not match any other removal. */
export function approvalFor(removed: readonly PastObject[]): Approval {
  const lines = removed.map(({ tenant, id }) => JSON.stringify([tenant, id])).sort(compare);
  const tenants = [...new Set(removed.map(({ tenant }) => tenant))].sort(compare);
  return { tenants, removal: `sha256:${digest(lines.join('\n'))}` };
}

/** The file to commit, as a single line of YAML for a message. */
export function approvalText({ tenants, removal }: Approval): string {
  const spec = `spec: {tenants: ${JSON.stringify(tenants)}, removal: ${JSON.stringify(removal)}}`;
  return `{apiVersion: ${apiVersion}, kind: Approval, ${spec}}`;
}

/**
 * A file name that is not used in the folder yet. An approval counts only once, so another approval needs another name.
 */
export function approvalFileName({ removal }: Approval, known: readonly string[]): string {
  const name = removal.replace('sha256:', '').slice(0, 12);
  const names = [name, ...known.map((_, index) => `${name}-${index + 2}`)].map((one) => `${one}.yaml`);
  return names.find((one) => !known.includes(one)) ?? `${name}.yaml`;
}

/** An approval and its file. A new file approves the same removal again. */
export interface CommittedApproval extends Approval {
  readonly file: string;
}

/** The approvals in files. Other documents are ignored. */
export function readApprovals(files: readonly SourceFile[]): readonly CommittedApproval[] {
  return parse(files)
    .documents.filter(({ body }) => valueAt(body, 'apiVersion') === apiVersion && valueAt(body, 'kind') === 'Approval')
    .map(({ body, origin }) => ({
      file: origin.file,
      tenants: listAt(body, 'spec', 'tenants').map(String).sort(compare),
      removal: textAt(body, 'spec', 'removal'),
    }));
}

import { labelOf } from '../../core/kind/resource.ts';
import { formatProblem } from '../../core/problem/format.ts';
import { isError } from '../../core/problem/problem.ts';
import type { Rendering } from '../../core/rendering.ts';
import type { Identified } from '../../core/resolve/identify.ts';
import type { Resolved } from '../../core/resolve/resolve.ts';
import type { SourceFile } from '../../core/source/source.ts';
import { addToGroup } from '../../data/group-by.ts';
import { leavesOf } from '../../data/leaves.ts';
import { compare } from '../../data/order.ts';
import { documentTexts } from './documents.ts';

/** A tenant whose last day is over. */
export interface DueTenant {
  readonly tenant: string;
  /** A calendar day. */
  readonly deleteAfter: string;
}

/** A file as it is without the tenants. `text` is undefined for a file that is deleted. */
export interface FileChange {
  readonly path: string;
  readonly before: string;
  readonly text: string | undefined;
}

export interface Offboarding {
  readonly removed: readonly DueTenant[];
  readonly changes: readonly FileChange[];
  /** Tenants that stay, because their removal needs other changes. */
  readonly blocked: readonly (DueTenant & { readonly reason: string })[];
  /** Settings of the platform that still name a removed tenant, as sentences without a period. */
  readonly mentions: readonly string[];
}

export interface Offboarder {
  readonly load: (files: readonly SourceFile[]) => Resolved;
  readonly render: (files: readonly SourceFile[]) => Rendering;
}

/**
 * Removes each tenant whose last day is before `today`, such as `2026-12-31`. A removal that causes an error is left out. The
 * files must be valid.
 */
export function offboard(files: readonly SourceFile[], today: string, { load, render }: Offboarder): Offboarding {
  let current = files;
  const removed: DueTenant[] = [];
  const blocked: (DueTenant & { reason: string })[] = [];
  for (const due of dueTenants(load(files), today)) {
    const next = withoutTenant(current, due.tenant, load);
    const error = next && render(next).problems.find(isError);
    if (next && !error) {
      removed.push(due);
      current = next;
    } else blocked.push({ ...due, reason: error ? formatProblem(error) : byHand });
  }
  return { removed, blocked, changes: changesBetween(files, current), mentions: mentionsIn(load(current), removed) };
}

const byHand = 'a file contains a List, or documents that cannot be separated: edit it by hand';

function dueTenants({ world }: Resolved, today: string): readonly DueTenant[] {
  const due = [...world.settings.lifecycles].flatMap(([tenant, { deleteAfter }]) =>
    deleteAfter !== undefined && deleteAfter < today ? [{ tenant, deleteAfter }] : [],
  );
  return due.sort((a, b) => compare(a.tenant, b.tenant));
}

/** Undefined if the files without the tenant would not contain exactly the documents of the others. */
function withoutTenant(
  files: readonly SourceFile[],
  tenant: string,
  load: Offboarder['load'],
): readonly SourceFile[] | undefined {
  const { tenants } = load(files);
  const [own, others] = [new Map<string, Identified[]>(), new Map<string, Identified[]>()];
  for (const [document, owner] of tenants)
    addToGroup(owner === tenant ? own : others, document.document.origin.file, document);
  const kept = files.flatMap((file): readonly SourceFile[] => {
    const leaving = own.get(file.path);
    if (!leaving || 'unreadable' in file) return [file];
    if (!others.has(file.path)) return [];
    const numbers = new Set(leaving.map(({ document }) => document.origin.document));
    const text = documentTexts(file.text)
      .filter((_, index) => !numbers.has(index))
      .join('');
    return [{ ...file, text }];
  });
  const expected = [...others.values()].flat().map(identityOf).sort();
  const found = [...load(kept).tenants.keys()].map(identityOf).sort();
  return expected.join('\n') === found.join('\n') ? kept : undefined;
}

/** The content counts too: a document that is cut off could still have its name. */
function identityOf({ key, document: { origin, body } }: Identified): string {
  return `${origin.file} ${key} ${JSON.stringify(body)}`;
}

function changesBetween(before: readonly SourceFile[], after: readonly SourceFile[]): readonly FileChange[] {
  const kept = new Map(after.map((file) => [file.path, file]));
  return before.flatMap((file): readonly FileChange[] => {
    const now = kept.get(file.path);
    if (now === file || 'unreadable' in file) return [];
    return [{ path: file.path, before: file.text, text: now && 'text' in now ? now.text : undefined }];
  });
}

/** A Grant for a tenant that is gone applies to the next tenant with this name. */
function mentionsIn({ tenants }: Resolved, removed: readonly DueTenant[]): readonly string[] {
  const names = new Set(removed.map(({ tenant }) => tenant));
  const settings = [...tenants.keys()].filter(({ kind }) => kind.tenancy === 'platform');
  return settings.flatMap((document) => {
    const { kind, document: source } = document;
    const found = new Set(
      leavesOf(source.body, []).flatMap(({ value }) => (names.has(value as string) ? [value] : [])),
    );
    return [...found].map((name) => `${labelOf(kind.id, document)} in ${source.origin.file} names ${name}`);
  });
}

import { labelOf } from '../../core/kind/resource.ts';
import { type ParsedDocument, parse } from '../../core/parse/parse.ts';
import { formatProblem } from '../../core/problem/format.ts';
import { isError, type Problem } from '../../core/problem/problem.ts';
import type { Rendering } from '../../core/rendering.ts';
import type { Identified } from '../../core/resolve/identify.ts';
import type { Resolved } from '../../core/resolve/resolve.ts';
import type { ReadableFile, SourceFile } from '../../core/source/source.ts';
import { addToGroup } from '../../data/group-by.ts';
import { leavesOf } from '../../data/leaves.ts';
import { compare } from '../../data/order.ts';
import { documentTexts } from './documents.ts';

/** A tenant whose last day has passed. */
export interface DueTenant {
  readonly tenant: string;
  /** A calendar day. */
  readonly deleteAfter: string;
}

/** The new content of a file. `text` is undefined for a deleted file. */
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
  /** Settings and shared documents that still refer to a removed tenant, as sentences without a period. */
  readonly mentions: readonly string[];
}

export interface Offboarder {
  readonly load: (files: readonly SourceFile[]) => Resolved;
  readonly render: (files: readonly SourceFile[]) => Rendering;
}

/**
 * Removes each tenant whose last day is before `today`, such as `2026-12-31`. Leaves out a removal that causes
 * an error, or that needs a manual edit. The files must be valid.
 */
export function offboard(files: readonly SourceFile[], today: string, { load, render }: Offboarder): Offboarding {
  let current = files;
  const removed: DueTenant[] = [];
  const blocked: (DueTenant & { reason: string })[] = [];
  for (const due of dueTenants(load(files), today)) {
    const next = withoutTenant(current, due.tenant, load);
    const error = next.ok ? render(next.files).problems.find(isError) : undefined;
    if (next.ok && !error) {
      removed.push(due);
      current = next.files;
    } else blocked.push({ ...due, reason: next.ok ? formatProblem(error as Problem) : byHand(next.path) });
  }
  return { removed, blocked, changes: changesBetween(files, current), mentions: mentionsIn(load(current), removed) };
}

function byHand(path: string): string {
  return `${path} contains a List, or documents that cannot be separated: edit it manually`;
}

function dueTenants({ world }: Resolved, today: string): readonly DueTenant[] {
  const due = [...world.settings.lifecycles].flatMap(([tenant, { deleteAfter }]) =>
    deleteAfter !== undefined && deleteAfter < today ? [{ tenant, deleteAfter }] : [],
  );
  return due.sort((a, b) => compare(a.tenant, b.tenant));
}

/** The remaining files, or the path of a file whose remaining text would not contain exactly the other documents. */
type Remaining =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  | { readonly ok: false; readonly path: string };

function withoutTenant(files: readonly SourceFile[], tenant: string, load: Offboarder['load']): Remaining {
  const own = new Map<string, Identified[]>();
  for (const [document, owner] of load(files).tenants)
    if (owner === tenant) addToGroup(own, document.document.origin.file, document);
  const kept: SourceFile[] = [];
  for (const file of files) {
    const leaving = own.get(file.path);
    const text = leaving && 'text' in file ? remainingText(file, leaving) : undefined;
    if (!leaving) kept.push(file);
    else if (text === undefined) return { ok: false, path: file.path };
    else if (text !== '') kept.push({ path: file.path, text });
  }
  return { ok: true, files: kept };
}

/**
 * The text of a file without some of its documents. Empty if no document remains, not even one of a kind that leasehold
 * does not read. Undefined if the text would not contain exactly the other documents.
 */
function remainingText(file: ReadableFile, leaving: readonly Identified[]): string | undefined {
  const gone = new Set(leaving.map(({ document }) => placeOf(document)));
  const others = parse([file]).documents.filter((document) => !gone.has(placeOf(document)));
  if (others.length === 0) return '';
  const numbers = new Set(leaving.map(({ document }) => document.origin.document));
  const text = documentTexts(file.text)
    .filter((_, index) => !numbers.has(index))
    .join('');
  return bodiesOf(parse([{ ...file, text }]).documents) === bodiesOf(others) ? text : undefined;
}

function placeOf({ origin: { document, base } }: ParsedDocument): string {
  return JSON.stringify([document, base]);
}

function bodiesOf(documents: readonly ParsedDocument[]): string {
  return JSON.stringify(documents.map(({ body }) => body));
}

function changesBetween(before: readonly SourceFile[], after: readonly SourceFile[]): readonly FileChange[] {
  const kept = new Map(after.map((file) => [file.path, file]));
  return before.flatMap((file): readonly FileChange[] => {
    const now = kept.get(file.path);
    if (now === file || 'unreadable' in file) return [];
    return [{ path: file.path, before: file.text, text: now && 'text' in now ? now.text : undefined }];
  });
}

/**
 * Finds settings and shared documents that refer to a removed tenant. For example, a Grant would apply to a new tenant with the
 * same name. A document's own name does not count.
 */
function mentionsIn({ tenants }: Resolved, removed: readonly DueTenant[]): readonly string[] {
  const names = new Set(removed.map(({ tenant }) => tenant));
  const settings = [...tenants.keys()].filter(({ kind }) => kind.tenancy !== 'own');
  return settings.flatMap((document) => {
    const { kind, document: source } = document;
    const found = new Set(
      leavesOf(source.body).flatMap(({ path, value }) =>
        names.has(value as string) && path.join('.') !== 'metadata.name' ? [value] : [],
      ),
    );
    return [...found].map((name) => `${labelOf(kind.id, document)} in ${source.origin.file} still mentions ${name}`);
  });
}

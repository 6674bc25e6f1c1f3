import { type Change, type Risk, risks } from '../../analysis/diff/change.ts';
import { type ProposedDocument, proposedDocuments } from '../../analysis/proposals/proposals.ts';
import type { Ceiling } from '../../console/model/ceiling.ts';
import { ceilingsOf } from '../../console/model/ceilings.ts';
import { applyEdits, type Edit } from '../../console/model/edits.ts';
import type { World } from '../../console/model/world.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import { isError, type Problem } from '../../core/problem/problem.ts';
import type { Origin } from '../../core/source/source.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { compare } from '../../leasehold.ts';
import { can } from '../can/can.ts';
import { judge, judgeOwners, type Proposal, type Verdict } from '../can/judge.ts';
import type { Person } from '../can/roles.ts';
import { catalogueIn, type View } from '../world/view.ts';

/** The effect of a change of files before it is committed. */
export interface Effect {
  /** Whether neither version has errors, and no change is unsafe. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** Errors of the version before the change. */
  readonly baseProblems: readonly Problem[];
  /** Empty if one of the versions has errors, because the versions are then not compared. */
  readonly changes: readonly Change[];
  /** The worst risk; undefined without changes. */
  readonly risk: Risk | undefined;
  readonly verdict: Verdict;
  /** The highest cost of the tenants, limited to tenants with costs that the person may see. */
  readonly ceiling: { readonly before: Ceiling | undefined; readonly after: Ceiling | undefined };
}

/**
 * Renders and compares all tenants, and judges the result. Renders nothing if the person may not change one of the documents: the
 * limits of a tenant do not apply to documents of the platform, so they could take long.
 */
export function effectOf(view: View, edits: readonly Edit[], person: Person): Effect {
  const denial = denialOf(view, edits, person);
  return denial ? { ...nothing, verdict: denial } : renderedEffect(view, edits, person);
}

const nothing = {
  ...{ ok: true, problems: [], baseProblems: [], changes: [], risk: undefined },
  ceiling: { before: undefined, after: undefined },
} as const;

/** The verdict on the changed documents, if they alone deny the change. In the directory of a tenant, its limits apply. */
export function denialOf(view: View, edits: readonly Edit[], person: Person): Verdict | undefined {
  const { world, members } = view;
  // Rendered first, so that the edits use the files that the render loads.
  world.all();
  const isLimited = edits.every(({ path }) => world.loaded().authorOf(path) !== undefined);
  if (isLimited || person.platformRoles.includes('admin')) return undefined;
  const after = world.next(applyEdits(world, edits));
  const documents = proposedDocuments(world.loaded(), after.loaded());
  return judgeOwners(person, { documents, owners: ownersOf(world, after, edits) }, members);
}

/**
 * Errors in directories of tenants that the change does not edit have no effect. If it edits such a directory, the comparison is
 * with the files without the directory.
 */
function renderedEffect(view: View, edits: readonly Edit[], person: Person): Effect {
  const base = view.world.sound();
  const before = base.all();
  const edited = new Set(edits.flatMap(({ path }) => view.world.loaded().authorOf(path) ?? []));
  const written = view.world.sound(edited);
  const files = applyEdits(written, edits);
  const after = base.next(files);
  const comparison = compare(before, after.all(), files, after.comparedTo(base));
  const warnings = after.all().problems.filter((problem) => !isError(problem));
  const proposal = proposalOf(written, base, after, { edits, changes: comparison.changes });
  const [old, now] = [
    { world: base, catalogue: view.catalogue() },
    { world: after, catalogue: catalogueIn(after) },
  ];
  return {
    ok: comparison.ok,
    problems: [...comparison.problems, ...warnings],
    baseProblems: comparison.baseProblems,
    changes: comparison.changes,
    risk: worstOf(comparison.changes),
    verdict: judge(person, proposal, view.members),
    ceiling: ceilingsOf(old, now, billedTo(person, view)),
  };
}

/** Whether the person may see the costs of a tenant. */
function billedTo(person: Person, { members }: View): (tenant: string) => boolean {
  const isAll = can(person, 'read-costs', 'everything', members);
  return (tenant) => isAll || can(person, 'read-costs', { tenant }, members);
}

interface Step {
  readonly edits: readonly Edit[];
  readonly changes: readonly Change[];
}

function proposalOf(world: World, base: World, after: World, { edits, changes }: Step): Proposal {
  const owners = [...ownersOf(world, after, edits)].map(
    ([path, tenants]) => [path, withRecipients(tenants, changes, path)] as const,
  );
  const documents = proposedDocuments(world.loaded(), after.loaded());
  const documentOf = sourceFinder(documents, { before: base, after, changes });
  return { documents, changes, documentOf, owners: new Map(owners) };
}

/** By changed file, the tenants of its documents in both versions. */
function ownersOf(before: World, after: World, edits: readonly Edit[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    edits.map(({ path }) => [path, [...(before.owners().get(path) ?? []), ...(after.owners().get(path) ?? [])]]),
  );
}

interface Sides {
  readonly before: World;
  readonly after: World;
  readonly changes: readonly Change[];
}

function sourceFinder(documents: readonly ProposedDocument[], { before, after, changes }: Sides) {
  const compared = after.comparedTo(before) ?? { before: before.all().objects, after: after.all().objects };
  const [old, now] = [originsOf(compared.before, changes), originsOf(compared.after, changes)];
  const documentsOf = (side: 'before' | 'after') =>
    new Map(documents.map((document) => [placeOf(document.origins[side]), document]));
  const sides = [
    { origins: now, documents: documentsOf('after') },
    { origins: old, documents: documentsOf('before') },
  ];
  return ({ id }: Change): ProposedDocument | undefined => {
    const key = formatId(id);
    const side = sides.find(({ origins }) => origins.has(key));
    const origin = side?.origins.get(key);
    return origin && side?.documents.get(placeOf(origin));
  };
}

/** The documents of the changed objects, by object id. */
function originsOf(objects: readonly Manifest[], changes: readonly Change[]): ReadonlyMap<string, Origin | undefined> {
  const changed = new Set(changes.map(({ id }) => formatId(id)));
  const names = new Set(changes.map(({ id }) => id.name));
  const origins = objects
    .filter(({ id }) => names.has(id.name))
    .map(({ id, origin }) => [formatId(id), origin] as const);
  return new Map(origins.filter(([key]) => changed.has(key)));
}

function placeOf(origin: Origin | undefined): string {
  return origin ? JSON.stringify([origin.file, origin.document, origin.base]) : '';
}

/** A document that tenants share, such as a template instance, belongs to the tenants of its objects. */
function withRecipients(tenants: readonly string[], changes: readonly Change[], path: string): readonly string[] {
  return [...new Set([...tenants, ...changes.flatMap(({ source, tenant }) => (source === path ? [tenant] : []))])];
}

function worstOf(changes: readonly Change[]): Risk | undefined {
  const order = Object.keys(risks);
  const found = changes.map(({ risk }) => risk).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return found[0];
}

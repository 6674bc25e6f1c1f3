import type { Path } from '../../data/tree.ts';
import { valueAt } from '../../data/tree.ts';
import type { Resource } from '../kind/resource.ts';
import { atValue, type Fault, isError, type Report } from '../problem/problem.ts';
import { isCurrent, type Known } from '../resolve/known.ts';
import { makeWorld } from '../resolve/make-world.ts';
import type { Resolved } from '../resolve/resolve.ts';
import { claimFaults } from '../resolve/uniqueness.ts';
import type { Choice } from './placeholder.ts';
import { type Mended, mend } from './repair.ts';

/**
 * The faults that a document has beside those its schema told, so that one run tells all of them. What is wrong with
 * some fields says nothing of the others, yet a kind's rules need a whole, legal body. So each faulty document is mended
 * in two ways, and a rule is told only if it is broken both times, in the same words, and by fields that are the author's
 * own: then it is broken whatever the author will put for the faulty ones. Warnings are left for when the document is
 * legal.
 */
export function presume(resolved: Resolved, covers: (tenant: string) => boolean): readonly Fault[] {
  const { settled, tenants } = resolved;
  const faulty = [...tenants].filter(([known, tenant]) => !known.valid && covers(tenant) && isCurrent(known));
  if (!settled || faulty.length === 0) return [];
  const documents = faulty.map(([known]) => known);
  const first = faultsOf(resolved, documents, 'first');
  const second = new Set(faultsOf(resolved, documents, 'second').map(identityOf));
  return first.filter((fault) => second.has(identityOf(fault)));
}

interface Stand {
  readonly known: Known;
  readonly resource: Resource;
  readonly tenants: readonly string[];
  readonly touched: readonly Path[];
}

function faultsOf(resolved: Resolved, faulty: readonly Known[], choice: Choice): readonly Fault[] {
  const { tenants, recipients, resources, world } = resolved;
  const stands = faulty.flatMap((known) => {
    const mended = mend(known.kind.id, known.document.body, choice);
    const got = recipients.get(known) ?? [];
    return mended ? [standFor(known, mended, got.length > 0 ? got : [tenants.get(known) as string])] : [];
  });
  const all = new Map([...resources, ...stands.map(({ known, resource }) => [known, resource] as const)]);
  const mendedWorld = makeWorld([...tenants.keys()], all, world.settings);
  const told = new Set(resolved.faults.map(identityOf));
  const claims = claimFaults(all, tenants, mendedWorld).filter((fault) => !told.has(identityOf(fault)));
  const doubtful = new Set(claims.filter((fault) => stands.some((stand) => isTouched(fault, stand))).map(wordsOf));
  const broken = stands.flatMap((stand) => rulesBroken(stand, mendedWorld).filter((fault) => !isTouched(fault, stand)));
  return [...broken, ...claims.filter((fault) => !doubtful.has(wordsOf(fault)))];
}

function standFor(known: Known, { body, touched }: Mended, tenants: readonly string[]): Stand {
  const { kind, namespace, document } = known;
  const name = String(valueAt(body, ['metadata', 'name']));
  const { origin } = document;
  const tenant = tenants[0] as string;
  const resource = { kind: kind.id, origin, tenant, namespace, name, body: body as Resource['body'] };
  return { known, resource, tenants, touched };
}

function rulesBroken({ known, resource, tenants }: Stand, world: Resolved['world']): readonly Fault[] {
  const { origin } = resource;
  const faults: Fault[] = [];
  const report: Report = (code, path, message, hint) =>
    faults.push({ code, origin, place: atValue(path), message, tenants, ...hint });
  known.kind.compile(resource, world, report);
  return faults.filter(isError);
}

/** Whether the fault is of a field that is not the author's own, of a part of one, or of what one is a part of. */
function isTouched({ origin, place }: Fault, { resource, touched }: Stand): boolean {
  if (origin !== resource.origin || !('path' in place)) return false;
  return touched.some((path) => path.every((step, depth) => [step, undefined].includes(place.path[depth])));
}

function identityOf(fault: Fault): string {
  return JSON.stringify([fault.origin, fault.place, fault.code, fault.message]);
}

/** A claim is told to all who make it, in the same words. */
function wordsOf({ code, message }: Fault): string {
  return `${code} ${message}`;
}

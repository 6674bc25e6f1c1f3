import { type Path, valueAt } from '../../data/tree.ts';
import type { Resource } from '../kind/resource.ts';
import type { World } from '../kind/world.ts';
import { guardInto } from '../problem/guard.ts';
import { atValue, isError, type Report, type UnlocatedProblem } from '../problem/problem.ts';
import { type Identified, isCurrent } from '../resolve/identify.ts';
import { makeWorld } from '../resolve/make-world.ts';
import type { Resolved } from '../resolve/resolve.ts';
import { claimProblems } from '../resolve/uniqueness.ts';
import type { Choice } from './placeholder.ts';
import { type Repaired, repair } from './repair.ts';

/**
 * Finds further errors in documents that do not match their schema, so that one run reports as many errors as possible. A
 * kind's rules need a complete, valid body. Each invalid document is therefore repaired in several ways, for example with every
 * value of an enum. An error is reported only if all repairs have it, with the same message, in fields that the author wrote:
 * then it is likely to exist for any valid value of the invalid fields. Warnings are reported only for valid documents.
 */
export function furtherProblems(resolved: Resolved, covers: (tenant: string) => boolean): readonly UnlocatedProblem[] {
  const { hasValidSettings, tenants } = resolved;
  const invalid = [...tenants].filter(([document, tenant]) => !document.valid && covers(tenant) && isCurrent(document));
  if (!hasValidSettings || invalid.length === 0) return [];
  const documents = invalid.map(([document]) => document);
  const { choices, problems } = problemsAfterRepair(resolved, documents, 0);
  let common = problems;
  for (let choice = 1; choice < choices && common.length > 0; choice++) {
    const found = new Set(problemsAfterRepair(resolved, documents, choice).problems.map(identityOf));
    common = common.filter((problem) => found.has(identityOf(problem)));
  }
  return common;
}

interface RepairedDocument {
  readonly document: Identified;
  readonly resource: Resource;
  readonly tenants: readonly string[];
  /** The fields that the repair changed. */
  readonly changed: readonly Path[];
  /** The number of repairs that differ. */
  readonly choices: number;
}

interface RepairResult {
  readonly problems: readonly UnlocatedProblem[];
  readonly choices: number;
}

function problemsAfterRepair(resolved: Resolved, invalid: readonly Identified[], choice: Choice): RepairResult {
  const { tenants, recipients, resources, world } = resolved;
  // A repaired document is not what the author wrote, so bugs that it triggers are not reported.
  const guard = guardInto([]);
  const repaired = invalid.flatMap((document) => {
    const result = repair(document.kind.id, document.document.body, choice);
    const received = recipients.get(document) ?? [];
    const owners = received.length > 0 ? received : [tenants.get(document) as string];
    return result ? [repairedDocument(document, result, owners)] : [];
  });
  const all = new Map([...resources, ...repaired.map(({ document, resource }) => [document, resource] as const)]);
  const repairedWorld = makeWorld([...tenants.keys()], all, { settings: world.settings, guard });
  const reported = new Set(resolved.problems.map(identityOf));
  const claims = claimProblems(all, { tenants, world: repairedWorld, guard }).filter(
    (problem) => !reported.has(identityOf(problem)),
  );
  const doubtful = new Set(claims.filter((problem) => repaired.some((one) => isChanged(problem, one))).map(messageOf));
  const broken = repaired.flatMap((one) =>
    brokenRules(one, repairedWorld).filter((problem) => !isChanged(problem, one)),
  );
  return {
    problems: [...broken, ...claims.filter((problem) => !doubtful.has(messageOf(problem)))],
    choices: repaired.reduce((most, one) => Math.max(most, one.choices), 2),
  };
}

function repairedDocument(
  document: Identified,
  { body, changed, choices }: Repaired,
  tenants: readonly string[],
): RepairedDocument {
  const { kind, namespace } = document;
  const name = String(valueAt(body, 'metadata', 'name'));
  const { origin } = document.document;
  const tenant = tenants[0] as string;
  const resource = { kind: kind.id, origin, tenant, namespace, name, body: body as Resource['body'] };
  return { document, resource, tenants, changed, choices };
}

function brokenRules({ document, resource, tenants }: RepairedDocument, world: World): readonly UnlocatedProblem[] {
  const { origin } = resource;
  const problems: UnlocatedProblem[] = [];
  const report: Report = (code, path, message, hint) =>
    problems.push({ code, origin, place: atValue(path), message, tenants, ...hint });
  guardInto([])({ origin }, () => document.kind.compile(resource, world, report), undefined);
  return problems.filter(isError);
}

/** Whether the problem concerns a changed field, a part of it, or a field that contains it. */
function isChanged({ origin, place }: UnlocatedProblem, { resource, changed }: RepairedDocument): boolean {
  if (origin !== resource.origin || !('path' in place)) return false;
  return changed.some((path) => path.every((step, depth) => [step, undefined].includes(place.path[depth])));
}

function identityOf(problem: UnlocatedProblem): string {
  return JSON.stringify([problem.origin, problem.place, problem.code, problem.message]);
}

/** Identifies the claim of a problem: every resource with the claim gets the same message. */
function messageOf({ code, message }: UnlocatedProblem): string {
  return `${code} ${message}`;
}

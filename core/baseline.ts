import type { Bodies } from '../build/contracts.ts';
import { textAt } from '../data/tree.ts';
import { groupOf } from '../kubernetes/api-version.ts';
import type { Resource } from './kind/resource.ts';
import { textsOf } from './parse/locate.ts';
import { type ParsedDocument, parse } from './parse/parse.ts';
import { atValue, isError, type UnlocatedProblem } from './problem/problem.ts';
import type { Origin, SourceFile } from './source/source.ts';

/** Identifies a warning by its resource, code, path and message, so that the entry stays valid when the file moves or grows. */
export type WarningEntry = Bodies['leasehold-baseline']['spec']['warnings'][number];

/**
 * A warning that a Baseline can accept. If an entry accepts it, `accepted` has the file of the Baseline and the reason of the
 * entry.
 */
export interface BaselineWarning extends WarningEntry {
  readonly accepted?: { readonly file: string; readonly reason: string | undefined };
}

interface Accepted {
  readonly entry: WarningEntry;
  readonly origin: Origin;
  readonly index: number;
}

interface Accepting {
  readonly baselines: readonly Resource<'leasehold-baseline'>[];
  /** Whether there are no errors and the problems cover all tenants. */
  readonly isComplete: boolean;
}

/** Removes accepted warnings. If the problems are complete, also reports entries that accept none of them. */
export function withoutAccepted(
  problems: readonly UnlocatedProblem[],
  files: readonly SourceFile[],
  { baselines, isComplete }: Accepting,
): readonly UnlocatedProblem[] {
  const entries = byKey(baselines);
  if (entries.size === 0) return problems;
  const keys = new Map([...warningsIn(problems, files)].map(([problem, warning]) => [problem, keyOf(warning)]));
  const kept = problems.filter((problem) => !entries.has(keys.get(problem) ?? ''));
  const used = new Set(keys.values());
  const stale = isComplete ? [...entries].filter(([key]) => !used.has(key)) : [];
  return [...kept, ...stale.map(([, entry]) => staleProblem(entry))];
}

/** All warnings of resources. A Baseline with these entries accepts all of them. */
export function warningsOf(
  problems: readonly UnlocatedProblem[],
  files: readonly SourceFile[],
  baselines: readonly Resource<'leasehold-baseline'>[],
): readonly BaselineWarning[] {
  const entries = byKey(baselines);
  const warnings = new Map([...warningsIn(problems, files).values()].map((warning) => [keyOf(warning), warning]));
  return [...warnings].map(([key, warning]) => withAccepted(warning, entries.get(key)));
}

function byKey(baselines: readonly Resource<'leasehold-baseline'>[]): ReadonlyMap<string, Accepted> {
  return new Map(baselines.flatMap(entriesOf).map((one) => [keyOf(one.entry), one]));
}

function entriesOf({ origin, body }: Resource<'leasehold-baseline'>): readonly Accepted[] {
  return body.spec.warnings.map((entry, index) => ({ entry, origin, index }));
}

/** The warnings of resources, by problem. Warnings about an entire file, such as its name, do not belong to a resource. */
function warningsIn(
  problems: readonly UnlocatedProblem[],
  files: readonly SourceFile[],
): ReadonlyMap<UnlocatedProblem, WarningEntry> {
  const warnings = problems.filter((problem) => !isError(problem));
  const concerned = new Set(warnings.map(({ origin }) => origin.file));
  const { documents } = parse(files.filter(({ path }) => concerned.has(path)));
  const names = new Map(documents.map((document) => [placeOf(document.origin), resourceName(document)]));
  return new Map(
    warnings.flatMap((problem) => {
      const resource = names.get(placeOf(problem.origin));
      return resource === undefined ? [] : [[problem, { resource, code: problem.code, ...textsOf(problem) }] as const];
    }),
  );
}

function withAccepted(warning: WarningEntry, by: Accepted | undefined): BaselineWarning {
  return by ? { ...warning, accepted: { file: by.origin.file, reason: by.entry.reason } } : warning;
}

/** Returns a name such as `Tenant.kleff.kleff.io/acme`, with the namespace before the name if the document has one. */
function resourceName({ body }: ParsedDocument): string {
  const kind = [textAt(body, 'kind'), groupOf(textAt(body, 'apiVersion'))].filter((part) => part !== '').join('.');
  const names = [textAt(body, 'metadata', 'namespace'), textAt(body, 'metadata', 'name')];
  return [kind, ...names.filter((part) => part !== '')].join('/');
}

function keyOf({ resource, code, path, message }: WarningEntry): string {
  return JSON.stringify([resource, code, path, message]);
}

function placeOf({ file, document, base }: Origin): string {
  return JSON.stringify([file, document, base]);
}

function staleProblem({ entry: { resource, code }, origin, index }: Accepted): UnlocatedProblem {
  return {
    code: 'stale-acknowledgement',
    origin,
    place: atValue(['spec', 'warnings', index]),
    message: `${resource} no longer has this ${code} warning`,
    fix: 'delete the entry, or run leasehold baseline again',
  };
}

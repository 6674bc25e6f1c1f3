import type { OutputFile } from '../core/layout/layout.ts';
import { locate } from '../core/parse/locate.ts';
import { isError, type Problem } from '../core/problem/problem.ts';
import type { SourceFile } from '../core/source/source.ts';
import { groupBy } from '../data/group-by.ts';
import { compare } from '../data/order.ts';
import { isDnsSubdomain } from '../kubernetes/names.ts';
import { formatName } from '../kubernetes/object-id.ts';
import { accurate } from './accurate/index.ts';
import { capsule } from './capsule/index.ts';
import { additionFacts } from './effect/additions.ts';
import { compareFacts } from './effect/compared.ts';
import type { SourceFact } from './effect/fact.ts';
import { withLowestBounds } from './effect/lowest-bounds.ts';
import { printResource, type RenderedOutput, renderEffect } from './effect/render-effect.ts';
import type { SourceModel, SourceSystem } from './effect/source-system.ts';
import { resourceLabel } from './effect/statements.ts';
import { clusterWideObjects, widerAccess } from './effect/wider.ts';
import { hnc } from './hnc/index.ts';
import { makeLedger } from './ledger/ledger.ts';
import { unstatedDifferences } from './ledger/unstated.ts';
import { mto } from './mto/index.ts';
import { kleff, kryton, tetrapus } from './operators/index.ts';
import { type ImportReport, reportOf } from './report.ts';
import { readExportedObjects } from './resources/exported-object.ts';
import type { OutputResource } from './resources/output.ts';

const systems = { mto, capsule, hnc, accurate, tetrapus, kleff, kryton } as const satisfies Readonly<
  Record<string, SourceSystem>
>;

export type SourceSystemName = keyof typeof systems;

/** The systems to import from, for messages and help. */
export const systemNames = Object.keys(systems) as readonly SourceSystemName[];

/** The resources that an import from the system reads, by their kubectl names. */
export function exportedResources(name: SourceSystemName): readonly string[] {
  return systems[name].resources;
}

/** The API groups of the main resources of the system, without which an import fails. */
export function systemGroups(name: SourceSystemName): readonly string[] {
  return systems[name].groups;
}

/**
 * Additional resources that an export refers to, such as kinds that the operator copies. Omits invalid names: tenants write some
 * of the names, and kubectl would read an invalid one as an option or as several resources.
 */
export function namedResources(name: SourceSystemName, exported: readonly SourceFile[]): readonly string[] {
  const system: SourceSystem = systems[name];
  const named = system.namedResources?.(readExportedObjects(exported).objects) ?? [];
  return [...new Set(named)]
    .filter((resource) => isDnsSubdomain(resource) && !system.resources.includes(resource))
    .sort(compare);
}

/**
 * The annotations of Secrets that an import reads. It reads no others, because kubectl repeats the values of a Secret in an
 * annotation.
 */
export function secretAnnotations(name: SourceSystemName): readonly string[] {
  const system: SourceSystem = systems[name];
  return system.secretAnnotations ?? [];
}

export type ImportResult =
  | { readonly ok: false; readonly problems: readonly Problem[] }
  | {
      readonly ok: true;
      readonly files: readonly OutputFile[];
      readonly report: ImportReport;
      /** The problems that `leasehold check` finds in the files. Missing context is an error. */
      readonly problems: readonly Problem[];
    };

function errorsIn(problems: readonly Problem[]): readonly string[] {
  const byFile = groupBy(problems.filter(isError), ({ at }) => at.file);
  return [...byFile].map(([file, [first]]) => `${file}: ${first?.message}${first?.fix ? ` (${first.fix})` : ''}`);
}

function passwordsIn(problems: readonly Problem[]): readonly string[] {
  return problems
    .filter(({ code }) => code === 'secret-in-git')
    .map(
      ({ at, message, fix }) =>
        `${at.file}: ${message}. Before you commit the file: ${fix ?? 'keep the value in a Secret'}.`,
    );
}

/** A repository can have only one Platform, so settings might have to move to an existing one. */
function platformNotice(resources: readonly OutputResource[]): readonly string[] {
  return resources
    .filter(({ body }) => body['kind'] === 'Platform')
    .map(
      ({ file }) =>
        `Platform: if the repository already has a Platform, move spec.enforcement from ${file} into it, and delete ${file}.`,
    );
}

/** What the render adds to the objects that an operator created. */
function additionsTo(
  { live }: SourceModel,
  resources: readonly OutputResource[],
  { byFile }: RenderedOutput,
): readonly SourceFact[] {
  if (!live) return [];
  const created = new Map(live.created.map((source) => [formatName(source), source]));
  const sources = new Map(live.resources.map((source) => [resourceLabel(source.body), source]));
  return resources.flatMap(({ file, body }) => {
    const source = sources.get(resourceLabel(body));
    const rendered = byFile.get(file);
    return source && rendered ? additionFacts({ source, rendered, live: created, advice: live.advice }) : [];
  });
}

/**
 * Converts a cluster export to files for a repository and reports on every field. A model states what the source
 * operator does with the export. The report compares the model with the render of the files. Pure: the same export
 * results in the same files. `unread` describes resources that could not be read, as sentences.
 */
export function importFrom(
  name: SourceSystemName,
  exported: readonly SourceFile[],
  unread: readonly string[] = [],
): ImportResult {
  const { objects, problems } = readExportedObjects(exported);
  if (problems.length > 0) return { ok: false, problems: locate(problems, exported) };
  const system: SourceSystem = systems[name];
  const model = withLowestBounds(system.model(objects));
  const resources = system.plan(model, objects);
  const rendered = renderEffect(resources, model.tenants);
  const compared = compareFacts([...model.facts, ...additionsTo(model, resources, rendered)], rendered.effect);
  const ledger = makeLedger(compared, model.inert);
  const report = {
    passwords: passwordsIn(rendered.problems),
    errors: errorsIn(rendered.problems),
    unread,
    notices: [...model.notices, ...platformNotice(resources), ...unstatedDifferences(compared)],
    wider: [...widerAccess(model, rendered.facts), ...clusterWideObjects(model, rendered.ofTemplates)],
    objects: objects.map((source) => reportOf(source, ledger)),
  };
  const files = resources.map(printResource).sort((a, b) => compare(a.path, b.path));
  return { ok: true, files, report, problems: rendered.problems };
}

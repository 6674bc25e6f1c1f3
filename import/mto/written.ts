import { contracts, type KindId } from '../../build/contracts.ts';
import { isError, type Report, type UnlocatedProblem } from '../../core/problem/problem.ts';
import { writtenPath } from '../../core/source/source.ts';
import { validateDocument } from '../../core/validate/validate.ts';
import type { Path, Tree } from '../../data/tree.ts';
import { kinds } from '../../kinds/index.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import { advice } from '../effect/advice.ts';
import type { FieldReference, SourceFact } from '../effect/fact.ts';
import { clusterFields } from '../effect/inert.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { type CleanBody, cleanBody } from './clean-body.ts';
import { componentResources } from './component-resources.ts';
import { moreMoves, renamedKinds } from './renamed.ts';

/** A resource of a current kind, converted from a resource of MTO. */
export interface MtoResource {
  readonly id: KindId;
  readonly source: ExportedObject;
  readonly body: Tree;
  /** The field of the export that a field of the body comes from. */
  readonly field: (path: Path) => FieldReference;
}

export interface WrittenExport {
  readonly resources: readonly MtoResource[];
  /** Facts that no resource can express. */
  readonly lost: readonly SourceFact[];
}

export function isOfMto({ group }: ExportedObject): boolean {
  return group.endsWith('.stakater.com');
}

/** The resources of MTO in their current versions. Omits cluster-set fields, values of Secrets and unknown fields. */
export function writtenExport(objects: readonly ExportedObject[]): WrittenExport {
  const components = componentResources(objects);
  const own = objects.filter((source) => isOfMto(source) && !components.has(source));
  const all = own.map(writeResource);
  return { resources: all.flatMap(({ resources }) => resources), lost: all.flatMap(({ lost }) => lost) };
}

function writeResource(source: ExportedObject): WrittenExport {
  const current = currentKindOf(source);
  if (!current) return withoutResources(source, `leasehold does not support ${source.kind} of ${source.apiVersion}`);
  const lost: SourceFact[] = [];
  const clean = cleanBody({ ...source.body, apiVersion: current.apiVersion, kind: current.kind }, clusterPaths(source));
  const reject = (path: Path, text: string) => lost.push({ aspect: 'behavior', text, from: [{ source, path }] });
  for (const path of clean.secrets) reject(path, `an import never writes the values of a Secret; ${advice.mapSecret}`);
  const known = withoutUnknown(source, current.id, clean, reject);
  const document = { origin: source.origin, kind: current.id, body: known.body };
  const conversion = kinds.find(({ id }) => id === current.id)?.conversion;
  const fieldIn = (path: Path): FieldReference => ({ source, path: known.original(path) });
  if (!conversion?.applies(known.body)) {
    return { resources: [{ id: current.id, source, body: known.body, field: fieldIn }], lost };
  }
  const problem = validateDocument(document).problems.find(isError);
  const name = formatName(source);
  if (problem)
    return withoutResources(
      source,
      `${name} is invalid and cannot be converted: ${problemText(problem)}; fix the resource and import it again`,
    );
  const report: Report = (_, path, message) => reject(known.original(path), message);
  const resources = conversion.convert(known.body, report).map(({ kind, body, moved }) => ({
    id: kind,
    source,
    body: body as Tree,
    field: (path: Path) =>
      fieldIn(writtenPath({ ...source.origin, moved: [[...(moreMoves[current.id] ?? []), ...moved]] }, path)),
  }));
  return { resources, lost };
}

function problemText({ fix, message }: UnlocatedProblem): string {
  return fix === undefined ? message : `${message} (${fix})`;
}

function withoutResources(source: ExportedObject, text: string): WrittenExport {
  return { resources: [], lost: [{ aspect: 'behavior', text, from: [{ source, path: [] }] }] };
}

function clusterPaths(source: ExportedObject): readonly Path[] {
  return clusterFields(source, () => false).map(({ path }) => path);
}

interface CurrentKind {
  readonly id: KindId;
  readonly apiVersion: string;
  readonly kind: string;
}

/** The current name of the kind. Undefined if leasehold does not support it. */
function currentKindOf({ apiVersion, kind }: ExportedObject): CurrentKind | undefined {
  const name = `${apiVersion} ${kind}`;
  const now = renamedKinds[name] ?? name;
  return Object.values(contracts).find((one) => `${one.apiVersion} ${one.kind}` === now);
}

function withoutUnknown(
  source: ExportedObject,
  id: KindId,
  clean: CleanBody,
  reject: (path: Path, text: string) => void,
): CleanBody {
  const { problems } = validateDocument({ origin: source.origin, kind: id, body: clean.body });
  const unknown = problems.filter(({ code }) => code === 'unknown-field');
  for (const problem of unknown) reject(clean.original(pathOf(problem)), problem.message);
  const next = cleanBody(clean.body, unknown.map(pathOf));
  return { ...next, original: (path) => clean.original(next.original(path)) };
}

function pathOf({ place }: UnlocatedProblem): Path {
  return 'path' in place ? place.path : [];
}

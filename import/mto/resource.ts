import { contracts, type KindId } from '../../build/contracts.ts';
import { type Fault, isError, type Report } from '../../core/problem/problem.ts';
import { type Move, writtenPath } from '../../core/source/source.ts';
import { schemaOf } from '../../core/validate/schema-of.ts';
import { validateDocument } from '../../core/validate/validate.ts';
import { leavesOf } from '../../data/leaves.ts';
import { isSame, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { kinds } from '../../kinds/index.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptEntry } from '../ledger/ledger.ts';
import { setField } from '../ledger/output.ts';
import { fileFor } from './file-for.ts';
import { moreMoves, renamedKinds } from './renamed.ts';
import { isDefault } from './schema-default.ts';
import { secretsIn } from './secrets.ts';
import { withoutFields } from './without.ts';

export function isOfMto({ group }: ExportedObject): boolean {
  return group.endsWith('.stakater.com');
}

/** Writes a resource of MTO in its current version, and records each of its fields. */
export function importResource(source: ExportedObject, run: ImportRun): void {
  const { ledger } = run;
  const known = currentKindOf(source);
  if (!known) {
    const how = `leasehold does not read ${source.kind} of ${source.apiVersion}; keep its manifest with the operator that does`;
    ledger.record(source, [], { fidelity: 'lost', how });
    return;
  }
  const body = { ...supportedPart(source, known, run), apiVersion: known.apiVersion, kind: known.kind };
  const converted = convertResource(source, known.id, body, run);
  for (const one of converted) writeConverted(source, one, run);
  for (const field of ['apiVersion', 'kind'] as const) {
    const now = converted.map(({ id }) => contracts[id][field]).join(' and ');
    if (converted.length > 0) ledger.record(source, [field], { fidelity: 'exact', how: `now ${now}` });
  }
}

interface CurrentKind {
  readonly id: KindId;
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kind under its current name; undefined if leasehold does not support it. */
function currentKindOf({ apiVersion, kind }: ExportedObject): CurrentKind | undefined {
  const name = `${apiVersion} ${kind}`;
  const now = renamedKinds[name] ?? name;
  return Object.values(contracts).find((one) => `${one.apiVersion} ${one.kind}` === now);
}

/** The resource without fields set by the cluster, secret values and unknown fields. */
function supportedPart(source: ExportedObject, { id, apiVersion, kind }: CurrentKind, { ledger }: ImportRun): Tree {
  for (const path of secretsIn(source.body)) {
    const how = 'a secret is never written; map it from where it is kept, with resourceMappings or an ExternalSecret';
    ledger.record(source, path, { fidelity: 'lost', how });
  }
  const clean = withoutFields(source.body, (path) => ledger.isRecorded(source, path));
  const document = { origin: source.origin, kind: id, body: { ...clean, apiVersion, kind } };
  const found = validateDocument(document).faults;
  for (const fault of found.filter(({ code }) => code === 'unknown-field')) {
    const how = `${fault.message}; the API server would drop it too`;
    ledger.record(source, pathOf(fault), { fidelity: 'lost', how });
  }
  return withoutFields(clean, (path) => ledger.isRecorded(source, path));
}

function pathOf({ place }: Fault): Path {
  return 'path' in place ? place.path : [];
}

interface ConvertedResource {
  readonly id: KindId;
  readonly body: unknown;
  readonly moved: readonly Move[];
}

function convertResource(
  source: ExportedObject,
  id: KindId,
  body: Tree,
  { ledger }: ImportRun,
): readonly ConvertedResource[] {
  const conversion = kinds.find((kind) => kind.id === id)?.conversion;
  if (!conversion?.applies(body)) return [{ id, body, moved: [] }];
  const fault = validateDocument({ origin: source.origin, kind: id, body }).faults.find(isError);
  if (fault) {
    const how = `${formatName(source)} is invalid and cannot be converted: ${fault.message}; fix it and import it again`;
    ledger.record(source, [], { fidelity: 'lost', how });
    return [];
  }
  const report: Report = (_, path, message, hint) => {
    const how = hint?.fix === undefined ? message : `${message}; ${hint.fix}`;
    ledger.record(source, path, { fidelity: 'lost', how });
  };
  return conversion.convert(body, report).map(({ kind, body: current, moved }) => ({
    id: kind,
    body: current,
    moved: [...(moreMoves[id] ?? []), ...moved],
  }));
}

/** Writes every leaf of a resource except default values. */
function writeConverted(
  source: ExportedObject,
  { id, body, moved }: ConvertedResource,
  { output, ledger }: ImportRun,
): void {
  const { apiVersion, kind } = contracts[id];
  const resource = output.addResource(fileFor(id, body), apiVersion, kind);
  const schema = schemaOf(id);
  for (const { path, value } of leavesOf(body)) {
    const from = writtenPath({ ...source.origin, moved: [moved] }, path);
    const isKept = isSame(valueAt(source.body, ...from), value);
    if (isKept && isDefault(schema, path, body)) {
      ledger.record(source, from, { fidelity: 'cluster', how: 'it is the default' });
    } else if (isKept || isNeeded(path, value)) {
      const to = setField(resource, path, value);
      if (isKept) ledger.record(source, from, keptEntry(to));
    }
  }
}

/** False for empty mappings, which a conversion creates for absent fields, unless they hold an index of a list. */
function isNeeded(path: Path, value: unknown): boolean {
  return typeof path.at(-1) === 'number' || typeof value !== 'object' || value === null;
}

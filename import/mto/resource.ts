import { contracts, type KindId } from '../../build/contracts.ts';
import { type Fault, isError, type Report } from '../../core/problem/problem.ts';
import { type Move, writtenPath } from '../../core/source/source.ts';
import { schemaOf } from '../../core/validate/schema-of.ts';
import { validateDocument } from '../../core/validate/validate.ts';
import { leavesOf } from '../../data/leaves.ts';
import { isSame, type Path, type Tree, valueAt } from '../../data/tree.ts';
import { kinds } from '../../kinds/index.ts';
import { formatName } from '../../kubernetes/object-id.ts';
import { type ExportedObject, labelOf } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptAt } from '../ledger/ledger.ts';
import { setField } from '../ledger/output.ts';
import { fileFor } from './file-for.ts';
import { moreMoves, renamed } from './renamed.ts';
import { isDefault } from './schema-default.ts';
import { secretsIn } from './secrets.ts';
import { without } from './without.ts';

export function isOfMto({ group }: ExportedObject): boolean {
  return group.endsWith('.stakater.com');
}

/** Writes what one resource of MTO is today, and judges each of its fields. */
export function importResource(source: ExportedObject, run: ImportRun): void {
  const { ledger } = run;
  const known = currentName(source);
  if (!known) {
    const how = `leasehold does not read ${source.kind} of ${source.apiVersion}; keep its manifest with the operator that does`;
    ledger.judge(source, [], { fidelity: 'lost', how });
    return;
  }
  const body = { ...soundPart(source, known, run), apiVersion: known.apiVersion, kind: known.kind };
  const converted = convertedFrom(source, known.id, body, run);
  for (const one of converted) writeConverted(source, one, run);
  for (const field of ['apiVersion', 'kind'] as const) {
    const now = converted.map(({ id }) => contracts[id][field]).join(' and ');
    if (converted.length > 0) ledger.judge(source, [field], { fidelity: 'exact', how: `now ${now}` });
  }
}

interface Current {
  readonly id: KindId;
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kind under its name of today; undefined for one that leasehold has no folder for. */
function currentName({ apiVersion, kind }: ExportedObject): Current | undefined {
  const name = `${apiVersion} ${kind}`;
  const now = renamed[name] ?? name;
  return Object.values(contracts).find((one) => `${one.apiVersion} ${one.kind}` === now);
}

/** The resource without what the cluster set, what is secret, and what its kind has no field for. */
function soundPart(source: ExportedObject, { id, apiVersion, kind }: Current, { ledger }: ImportRun): Tree {
  for (const path of secretsIn(source.body)) {
    const how = 'a secret is never written; map it from where it is kept, with resourceMappings or an ExternalSecret';
    ledger.judge(source, path, { fidelity: 'lost', how });
  }
  const clean = without(source.body, (path) => ledger.isJudged(source, path));
  const document = { origin: source.origin, kind: id, body: { ...clean, apiVersion, kind } };
  const found = validateDocument(document).faults;
  for (const fault of found.filter(({ code }) => code === 'unknown-field')) {
    const how = `${fault.message}; the API server would drop it too`;
    ledger.judge(source, pathOf(fault), { fidelity: 'lost', how });
  }
  return without(clean, (path) => ledger.isJudged(source, path));
}

function pathOf({ place }: Fault): Path {
  return 'path' in place ? place.path : [];
}

interface Converted {
  readonly id: KindId;
  readonly body: unknown;
  readonly moved: readonly Move[];
}

function convertedFrom(source: ExportedObject, id: KindId, body: Tree, { ledger }: ImportRun): readonly Converted[] {
  const conversion = kinds.find((kind) => kind.id === id)?.conversion;
  if (!conversion) return [{ id, body, moved: [] }];
  const fault = validateDocument({ origin: source.origin, kind: id, body }).faults.find(isError);
  if (fault) {
    const how = `${formatName(source)} is faulty and cannot be converted: ${fault.message}; mend it and import it again`;
    ledger.judge(source, [], { fidelity: 'lost', how });
    return [];
  }
  const report: Report = (_, path, message, hint) => {
    const how = hint?.fix === undefined ? message : `${message}; ${hint.fix}`;
    ledger.judge(source, path, { fidelity: 'lost', how });
  };
  return conversion.convert(body, report).map(({ kind, body: current, moved }) => ({
    id: kind,
    body: current,
    moved: [...(moreMoves[id] ?? []), ...moved],
  }));
}

/** Copies every leaf, so that each has a place of its own in the file; what is the default anyway is left out. */
function writeConverted(source: ExportedObject, { id, body, moved }: Converted, { output, ledger }: ImportRun): void {
  const { apiVersion, kind } = contracts[id];
  const resource = output.addResource(fileFor(id, body), apiVersion, kind);
  const schema = schemaOf(id);
  for (const { path, value } of leavesOf(body)) {
    const from = writtenPath({ ...source.origin, moved }, path);
    const isKept = isSame(valueAt(source.body, ...from), value);
    if (isKept && isDefault(schema, path, body)) {
      ledger.judge(source, from, { fidelity: 'cluster', how: 'it is the default' });
    } else if (isKept || isNeeded(path, value)) {
      const to = setField(resource, path, value);
      if (isKept) ledger.judge(source, from, keptAt(to));
    }
  }
}

/** A conversion makes empty mappings of fields that are absent; as items of lists they keep the others in place. */
function isNeeded(path: Path, value: unknown): boolean {
  return typeof path.at(-1) === 'number' || typeof value !== 'object' || value === null;
}

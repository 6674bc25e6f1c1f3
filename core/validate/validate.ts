import { contracts, type KindId } from '../../build/contracts.ts';
import { validators } from '../../build/validators.js';
import { nearest } from '../../data/nearest.ts';
import { compare } from '../../data/order.ts';
import { mappingAt, valueAt } from '../../data/tree.ts';
import { serverFieldsIn } from '../../kubernetes/server-fields.ts';
import type { ParsedDocument } from '../parse/parse.ts';
import { atKey, atValue, type Fault, isError } from '../problem/problem.ts';
import { schemaFaults } from './schema-fault.ts';
import { schemaOf } from './schema-of.ts';

/** A document of a known kind, valid or not. */
export interface KindDocument extends ParsedDocument {
  readonly kind: KindId;
}

declare const isValid: unique symbol;

/** A document that the schema of its kind accepts. Only `validateDocument` creates it. */
export type ValidDocument = KindDocument & { readonly [isValid]: true };

export interface Validated {
  readonly valid: readonly ValidDocument[];
  /** Kept because a reference to an invalid document is not a reference to a missing one. */
  readonly invalid: readonly KindDocument[];
  readonly faults: readonly Fault[];
}

/** Validates one document: in the result it is either valid or invalid. */
export function validateDocument(document: KindDocument): Validated {
  const faults = faultsOf(document);
  if (faults.some(isError)) return { valid: [], invalid: [document], faults };
  return { valid: [document as ValidDocument], invalid: [], faults };
}

/** Joins the results for several documents. */
export function joinValidated(all: readonly Validated[]): Validated {
  return {
    valid: all.flatMap(({ valid }) => valid),
    invalid: all.flatMap(({ invalid }) => invalid),
    faults: all.flatMap(({ faults }) => faults),
  };
}

interface Head {
  readonly apiVersion: string;
  readonly kind: string;
}

const kindOf: ReadonlyMap<string, KindId> = new Map(
  Object.values(contracts).map(({ apiVersion, kind, id }) => [`${apiVersion} ${kind}`, id]),
);

/** Finds the kind of each document and validates the document against the kind's schema. */
export function validate(parsed: readonly ParsedDocument[]): Validated {
  return joinValidated(parsed.map(validateParsed));
}

function validateParsed(document: ParsedDocument): Validated {
  const faults: Fault[] = [];
  const head = headOf(document, faults);
  const kind = head && kindFor(document, head, faults);
  if (!kind) return { valid: [], invalid: [], faults };
  return validateDocument({ origin: document.origin, body: document.body, kind });
}

function headOf({ origin, body }: ParsedDocument, faults: Fault[]): Head | undefined {
  const { apiVersion, kind } = mappingAt(body);
  if (typeof apiVersion === 'string' && typeof kind === 'string') return { apiVersion, kind };
  const message = 'the document is not a resource: it needs apiVersion, kind and metadata, each written as text';
  faults.push({ code: 'not-a-resource', origin, place: atValue([]), message });
  return undefined;
}

function kindFor({ origin }: ParsedDocument, head: Head, faults: Fault[]): KindId | undefined {
  const id = kindOf.get(`${head.apiVersion} ${head.kind}`);
  if (id !== undefined) return id;
  faults.push({ origin, ...unknownKind(head) });
  return undefined;
}

function unknownKind({ apiVersion, kind }: Head): Omit<Fault, 'origin'> {
  const all = Object.values(contracts);
  const versions = all.filter((contract) => contract.kind === kind).map((contract) => contract.apiVersion);
  if (versions.length > 0) {
    const message = `${kind} has no apiVersion ${apiVersion}; it may be ${versions.join(', ')}`;
    const near = nearest(apiVersion, versions) ?? versions[0];
    return { code: 'unknown-kind', place: atValue(['apiVersion']), message, fix: `write ${near}`, choices: versions };
  }
  const choices = [...new Set(all.map((contract) => contract.kind))].sort(compare);
  const near = nearest(kind, choices);
  const fix = near === undefined ? 'keep files of other kinds outside this directory' : `did you mean ${near}?`;
  const message = `${apiVersion} ${kind} is not a kind that leasehold renders`;
  return { code: 'unknown-kind', place: atValue(['kind']), message, fix, choices };
}

/** What the schema of a document's kind says against it, and what no file may hold. */
function faultsOf(document: KindDocument): readonly Fault[] {
  const { origin, kind } = document;
  const { body, faults } = withoutStatus(document);
  const validator = validators[kind];
  if (validator(body)) return [...faults, ...serverFieldFaults(document)];
  const found = schemaFaults(validator.errors ?? [], body, schemaOf(kind)).map((fault) => ({ origin, ...fault }));
  return [...faults, ...found, ...serverFieldFaults(document)];
}

function withoutStatus({ origin, body }: ParsedDocument): {
  readonly body: unknown;
  readonly faults: readonly Fault[];
} {
  if (valueAt(body, 'status') === undefined) return { body, faults: [] };
  const { status: _, ...rest } = mappingAt(body);
  const message = 'status is what a cluster reports; it is ignored in a file';
  return {
    body: rest,
    faults: [{ code: 'status-ignored', origin, place: atKey(['status']), message, fix: 'delete it' }],
  };
}

/** Server fields are errors: they bind a file to the one object of one cluster that it was exported from. */
function serverFieldFaults({ origin, body }: ParsedDocument): readonly Fault[] {
  return serverFieldsIn(mappingAt(body, 'metadata')).map((field) => ({
    code: 'server-field',
    origin,
    place: atKey(['metadata', field]),
    message: `metadata.${field} can only be set by a cluster`,
    fix: 'delete it',
  }));
}

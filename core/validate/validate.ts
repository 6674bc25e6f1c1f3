import { contracts, type KindId } from '../../build/contracts.ts';
import { unreadKinds } from '../../build/unread-kinds.ts';
import { validators } from '../../build/validators.js';
import { nearest } from '../../data/nearest.ts';
import { compare } from '../../data/order.ts';
import { mappingAt } from '../../data/tree.ts';
import { groupVersion } from '../../kubernetes/api-version.ts';
import type { ParsedDocument } from '../parse/parse.ts';
import { guardInto } from '../problem/guard.ts';
import { atValue, isError, type UnlocatedProblem } from '../problem/problem.ts';
import { withoutEmptyStrings } from './empty-strings.ts';
import { placeholderProblems, withoutPlaceholders } from './placeholders.ts';
import { schemaOf } from './schema-of.ts';
import { schemaProblems } from './schema-problem.ts';
import { serverFieldProblems, withoutStatus } from './server-fields.ts';
import { withQuotes } from './unquoted-texts.ts';

/** A document of a known kind, valid or not. */
export interface KindDocument extends ParsedDocument {
  readonly kind: KindId;
}

declare const isValid: unique symbol;

/** A document that is valid against the schema of its kind. Only `validateDocument` creates it. */
export type ValidDocument = KindDocument & { readonly [isValid]: true };

export interface Validated {
  readonly valid: readonly ValidDocument[];
  /** Kept so that a reference to an invalid document is not reported as a reference to a missing one. */
  readonly invalid: readonly KindDocument[];
  readonly problems: readonly UnlocatedProblem[];
}

/** Validates one document: in the result it is either valid or invalid. */
export function validateDocument(document: KindDocument): Validated {
  const problems: UnlocatedProblem[] = [];
  for (const problem of guardInto(problems)(document, () => problemsOf(document), [])) problems.push(problem);
  const rest = problems.some(isError) ? quotedDocument(document) : undefined;
  if (rest) {
    const again = validateDocument(rest.document);
    return { ...again, problems: [...rest.problems, ...again.problems] };
  }
  const cleaned = problems.some(isError) && contracts[document.kind].emptyIsAbsent ? withoutEmpty(document) : undefined;
  if (cleaned) return validateDocument(cleaned);
  if (problems.some(isError)) return { valid: [], invalid: [document], problems };
  return { valid: [document as ValidDocument], invalid: [], problems };
}

/**
 * The document with quotes around booleans in labels and annotations, and a warning for each. Undefined if it has none, or if
 * its kind does not allow this.
 */
function quotedDocument(
  document: KindDocument,
): (Pick<Validated, 'problems'> & { document: KindDocument }) | undefined {
  const { origin, kind } = document;
  if (!contracts[kind].emptyIsAbsent) return undefined;
  const { body, found } = withQuotes(document.body, validators[kind]);
  if (found.length === 0) return undefined;
  const fix = 'put the value in quotes';
  return {
    document: { ...document, body },
    problems: found.map(({ place, message }) => ({ code: 'risky-value', origin, place, message, fix })),
  };
}

/** The document without empty strings and null that its schema does not allow. Undefined if it has none. */
function withoutEmpty(document: KindDocument): KindDocument | undefined {
  const { body, moved } = withoutEmptyStrings(document.body, validators[document.kind]);
  if (body === document.body) return undefined;
  const { origin } = document;
  return { ...document, body, origin: { ...origin, moved: [moved, ...(origin.moved ?? [])] } };
}

/** Combines the results for several documents. */
export function joinValidated(all: readonly Validated[]): Validated {
  return {
    valid: all.flatMap(({ valid }) => valid),
    invalid: all.flatMap(({ invalid }) => invalid),
    problems: all.flatMap(({ problems }) => problems),
  };
}

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

const kindOf: ReadonlyMap<string, KindId> = new Map(
  Object.values(contracts).map(({ apiVersion, kind, id }) => [`${apiVersion} ${kind}`, id]),
);

/** Finds the kind of each document and validates the document against the kind's schema. */
export function validate(parsed: readonly ParsedDocument[], validateOne = validateParsed): Validated {
  return joinValidated(parsed.map(validateOne));
}

export function validateParsed(document: ParsedDocument): Validated {
  const problems: UnlocatedProblem[] = [];
  const type = typeMetaOf(document, problems);
  const kind = type && kindFor(document, type, problems);
  if (!kind) return { valid: [], invalid: [], problems };
  return validateDocument({ origin: document.origin, body: document.body, kind });
}

function typeMetaOf({ origin, body }: ParsedDocument, problems: UnlocatedProblem[]): TypeMeta | undefined {
  const { apiVersion, kind } = mappingAt(body);
  if (typeof apiVersion === 'string' && typeof kind === 'string') return { apiVersion, kind };
  const message = 'the document is not a resource: it must be a mapping with apiVersion and kind as strings';
  problems.push({ code: 'not-a-resource', origin, place: atValue([]), message });
  return undefined;
}

function kindFor({ origin }: ParsedDocument, type: TypeMeta, problems: UnlocatedProblem[]): KindId | undefined {
  const id = kindOf.get(`${type.apiVersion} ${type.kind}`);
  if (id !== undefined) return id;
  problems.push({ origin, ...unknownKind(type) });
  return undefined;
}

function unknownKind({ apiVersion, kind }: TypeMeta): Omit<UnlocatedProblem, 'origin'> {
  const message = `${apiVersion} ${kind} is not a supported kind`;
  const { group } = groupVersion(apiVersion);
  const advice = unreadKinds[`${group} ${kind}`] ?? (isLikeKindOf(group, kind) ? undefined : unreadKinds[`${group} *`]);
  const effect = advice?.code === 'unread-kind' ? ', so nothing is rendered for it' : '';
  return advice === undefined
    ? misspelledKind({ apiVersion, kind }, message)
    : {
        code: advice.code,
        place: atValue(['kind']),
        message: `${message}${effect}`,
        fix: advice.fix,
      };
}

/** Whether the kind could be a misspelled kind of this group, or another version of one. */
function isLikeKindOf(group: string, kind: string): boolean {
  const own = Object.values(contracts).filter(({ apiVersion }) => groupVersion(apiVersion).group === group);
  return (
    nearest(
      kind,
      own.map((contract) => contract.kind),
    ) !== undefined
  );
}

const moveAway = 'move the resource to a directory that leasehold does not read';

function misspelledKind({ apiVersion, kind }: TypeMeta, unsupported: string): Omit<UnlocatedProblem, 'origin'> {
  const all = Object.values(contracts);
  const versions = all.filter((contract) => contract.kind === kind).map((contract) => contract.apiVersion);
  if (versions.length > 0) {
    const own = versions.filter((version) => groupVersion(version).group === groupVersion(apiVersion).group);
    const named = own.length > 0 ? own : versions;
    const allowed = `${named.length > 1 ? 'one of ' : ''}${named.join(', ')}`;
    const near = nearestVersion(apiVersion, versions);
    // The kind can be that of another system with the same name.
    const [message, fix] =
      near === undefined
        ? [unsupported, `write ${allowed}, or ${moveAway}`]
        : [`apiVersion ${apiVersion} has no kind ${kind}; it must be ${allowed}`, `write ${near}`];
    return { code: 'unknown-kind', place: atValue(['apiVersion']), message, fix, choices: named };
  }
  const choices = [...new Set(all.map((contract) => contract.kind))].sort(compare);
  const near = nearest(kind, choices);
  const fix = near === undefined ? moveAway : `did you mean ${near}?`;
  return { code: 'unknown-kind', place: atValue(['kind']), message: unsupported, fix, choices };
}

/** The current version of the same group, otherwise the same version of a group with a similar name or the same domain. */
function nearestVersion(apiVersion: string, choices: readonly string[]): string | undefined {
  const { group, version } = groupVersion(apiVersion);
  const same = choices.filter((choice) => groupVersion(choice).group === group);
  const alike = choices.filter((choice) => groupVersion(choice).version === version);
  const related = alike.filter((choice) => domainOf(groupVersion(choice).group) === domainOf(group));
  // The id of an older version starts with that of the current one, so the current one is the first.
  return same[0] ?? nearest(apiVersion, alike) ?? related[0];
}

function domainOf(group: string): string {
  return group.split('.').slice(-2).join('.');
}

/** The schema violations, the placeholders, and the fields that only the cluster sets. */
function problemsOf(document: KindDocument): readonly UnlocatedProblem[] {
  const { origin, kind } = document;
  const { body, problems } = withoutStatus(document);
  const open = placeholderProblems(kind, body).map((problem) => ({ origin, ...problem }));
  const others = [...problems, ...open, ...serverFieldProblems(document)];
  const validator = validators[kind];
  if (validator(body)) return others;
  const errors = withoutPlaceholders(validator.errors ?? [], body);
  return [...schemaProblems(errors, body, schemaOf(kind)).map((problem) => ({ origin, ...problem })), ...others];
}

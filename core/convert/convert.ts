import type { KindId } from '../../build/contracts.ts';
import type { Conversion } from '../kind/conversion.ts';
import type { AnyKind } from '../kind/kind.ts';
import { guardInto } from '../problem/guard.ts';
import { atValue, type Report, type UnlocatedProblem } from '../problem/problem.ts';
import { joinValidated, type KindDocument, type Validated, validateDocument } from '../validate/validate.ts';

type Conversions = ReadonlyMap<KindId, Conversion>;

/**
 * Converts documents of older API versions, and documents with fields of earlier releases, to the current version, and
 * validates the results. One document can become several, which all keep its origin.
 */
export function convert(validated: Validated, kinds: readonly AnyKind[], convertOne = convertDocument): Validated {
  const conversions: Conversions = new Map(
    kinds.flatMap(({ id, conversion }) => (conversion ? [[id, conversion] as const] : [])),
  );
  const conversionFor = (document: KindDocument): Conversion | undefined => {
    const conversion = conversions.get(document.kind);
    return conversion?.applies(document.body) ? conversion : undefined;
  };
  const current = validated.valid.filter((document) => !conversionFor(document));
  const invalid = validated.invalid.map((document) => asCurrent(document, conversions));
  const old = validated.valid.flatMap((document) => {
    const conversion = conversionFor(document);
    return conversion ? [convertOne(document, conversion)] : [];
  });
  const reported = old.flatMap(({ problems }) => problems);
  const converted = old.flatMap(({ results }) => results);
  return joinValidated([{ valid: current, invalid, problems: [...validated.problems, ...reported] }, ...converted]);
}

interface ConvertedDocument {
  readonly results: readonly Validated[];
  /** The problems of the conversion itself. */
  readonly problems: readonly UnlocatedProblem[];
}

export function convertDocument({ origin, body }: KindDocument, { convert }: Conversion): ConvertedDocument {
  const problems: UnlocatedProblem[] = [];
  const report: Report = (code, path, message, hint) =>
    problems.push({ code, origin, place: atValue(path), message, ...hint });
  const converted = guardInto(problems)({ origin }, () => convert(body, report), []);
  const documents = converted.map(({ kind, body, moved }) => ({
    kind,
    body,
    origin: { ...origin, moved: [moved, ...(origin.moved ?? [])] },
  }));
  return { results: documents.map(validateDocument), problems };
}

/**
 * Sets the kind that an invalid document would have after conversion, so that references report it as invalid instead of missing.
 */
function asCurrent(document: KindDocument, conversions: Conversions): KindDocument {
  return { ...document, kind: conversions.get(document.kind)?.becomes ?? document.kind };
}

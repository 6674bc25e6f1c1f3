import type { KindId } from '../../build/contracts.ts';
import type { Conversion } from '../kind/conversion.ts';
import type { AnyKind } from '../kind/kind.ts';
import { atValue, type Fault, isError, type Report } from '../problem/problem.ts';
import { faultsOf, type Validated, type ValidDocument } from '../validate/validate.ts';

/**
 * Replaces documents of older versions by the current ones that they mean, and holds these against their own schemas.
 * One document may become several; all of them say that they come from its place.
 */
export function convert(validated: Validated, kinds: readonly AnyKind[]): Validated {
  const conversions = new Map(kinds.flatMap(({ id, conversion }) => (conversion ? [[id, conversion] as const] : [])));
  const old = validated.valid.filter(({ kind }) => conversions.has(kind));
  const faults: Fault[] = [...validated.faults];
  const converted = old.flatMap((document) =>
    currentOf(document, conversions.get(document.kind) as Conversion, faults),
  );
  const judged = converted.map((document) => ({ document, found: faultsOf(document) }));
  for (const { found } of judged) faults.push(...found);
  const sound = judged.filter(({ found }) => !found.some(isError)).map(({ document }) => document);
  const unsound = judged.filter(({ found }) => found.some(isError)).map(({ document }) => document);
  return {
    valid: [...validated.valid.filter(({ kind }) => !conversions.has(kind)), ...sound],
    invalid: [...validated.invalid.map((document) => standFor(document, conversions)), ...unsound],
    faults,
  };
}

function currentOf(document: ValidDocument, { convert }: Conversion, faults: Fault[]): readonly ValidDocument[] {
  const { origin, body } = document;
  const report: Report = (code, path, message, hint) =>
    faults.push({ code, origin, place: atValue(path), message, ...hint });
  return convert(body, report).map(({ kind, body, moved }) => ({ kind, body, origin: { ...origin, moved } }));
}

/** What names the resource must find it faulty, not missing. */
function standFor(document: ValidDocument, conversions: ReadonlyMap<KindId, Conversion>): ValidDocument {
  return { ...document, kind: conversions.get(document.kind)?.becomes ?? document.kind };
}

import { limits } from '../../data/limits.ts';
import { valueAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import { allows } from '../settings/allow.ts';
import type { Granted } from '../settings/grants.ts';
import { remedyFor } from '../settings/remedy.ts';
import type { Settings } from '../settings/settings.ts';
import { templateUses } from './external-secrets.ts';
import { isEmpty, type ObjectUse, withValue } from './field-uses.ts';
import type { GateProblem, TenantAuthor } from './gate-target.ts';
import { defaultCertificateUses } from './hosts.ts';
import { freeKinds, kindProblem, usesByKind } from './kinds.ts';
import { metadataUses } from './metadata.ts';
import { otherFieldUses } from './other-fields.ts';
import { podUses } from './pods.ts';
import { referenceUses } from './references.ts';
import type { StructuredObject } from './structure.ts';

/**
 * Reports everything an object uses that no trusted author wrote and that its untrusted author neither owns nor is granted. If
 * the kind itself is denied, reports only that.
 */
export function denials(
  object: StructuredObject,
  author: TenantAuthor,
  podSecurity: Settings['podSecurity'],
): readonly GateProblem[] {
  const { granted, isLiteral } = author;
  const kind = groupKind(groupOf(object.apiVersion), object.kind);
  const hasLiteralKind = isLiteral(['apiVersion']) && isLiteral(['kind']);
  const deniedKind = kindProblem(kind, granted, hasLiteralKind);
  if (deniedKind) return [deniedKind];
  const denied = usesOf(object, kind, { granted, podSecurity })
    .filter((use) => !isWritten(object, use, author))
    .map((use) => withValue(object, use))
    .filter((use) => !allows(granted, kind, use));
  return problemsOf(withoutValues(denied), (use) => remedyOf(use, granted, kind));
}

type Remedy = Pick<GateProblem, 'message' | 'fix'>;

/** Leaves room for the number of the others in the errors of a file. */
const maxShown = limits.problems - 1;

/** The first distinct denials, and how many parts of the object are left out. */
function problemsOf(denied: readonly ObjectUse[], remedyFor: (use: ObjectUse) => Remedy): readonly GateProblem[] {
  const shown = new Map<string, Remedy>();
  let checked = 0;
  for (const use of denied) {
    if (shown.size === maxShown) break;
    const remedy = remedyFor(use);
    shown.set(remedy.message, remedy);
    checked++;
  }
  const rest = denied.length - checked;
  const more = {
    message: `${rest} more ${rest === 1 ? 'part of the object needs' : 'parts of the object need'} a Grant`,
    fix: 'correct the others first',
  };
  return [...shown.values(), ...(rest > 0 ? [more] : [])].map((one) => ({ code: 'not-granted', ...one }));
}

/**
 * Whether a trusted author wrote what is used, or left it out. `if` or `range` can omit the field of another use on which an
 * absent one depends.
 */
function isWritten(object: StructuredObject, use: ObjectUse, { isLiteral, isSelected }: TenantAuthor): boolean {
  if (use.isPart) return isSelected?.(use.path) !== true;
  if (use.inline !== undefined || !isLiteral(use.path)) return false;
  if (use.sort === 'field' || use.sort === 'metadata') return true;
  const value = valueAt(object, ...use.path);
  const isComplete = value === undefined ? use.isOwnLimit === true : !isEmpty(value);
  return isComplete || isLiteral([...use.path, '']);
}

function remedyOf(use: ObjectUse, granted: Granted, kind: string): Remedy {
  const { message, fix } = remedyFor(use, granted, kind);
  return { message, fix: use.inline === undefined ? fix : `${use.inline}, or ${fix}` };
}

/** Omits values of annotations whose keys are denied too. */
function withoutValues(denied: readonly ObjectUse[]): readonly ObjectUse[] {
  const textOf = ({ path }: ObjectUse) => path.join('\n');
  const keys = new Set(denied.filter(({ sort }) => sort === 'metadata').map(textOf));
  return keys.size === 0 ? denied : denied.filter((use) => use.sort === 'metadata' || !keys.has(textOf(use)));
}

interface Limits {
  readonly granted: Granted;
  readonly podSecurity: Settings['podSecurity'];
}

/**
 * A Grant of a kind also allows its fields, except those that a rule protects. It allows no fields if the object uses a host that
 * is not granted: they could select a part of this host, or its certificate.
 */
function usesOf(object: StructuredObject, kind: string, { granted, podSecurity }: Limits): readonly ObjectUse[] {
  const ofKind = (usesByKind.get(kind) ?? []).flatMap((uses) => uses(object));
  const foreign = ofKind.find((use) => isOfWhole(use) && !allows(granted, kind, use));
  const isKnown = freeKinds.includes(kind) || (granted.objects.has(kind) && !foreign);
  return [
    ...metadataUses(object),
    ...podUses(object, podSecurity),
    ...ofKind,
    ...referenceUses(object, kind),
    ...(foreign ? dependentUses(object, kind, foreign) : []),
    ...(isKnown ? [] : otherFieldUses(object, kind)),
  ];
}

/**
 * Whether a use is a host, or data of a store, of which other fields can select a part. A missing host means all hosts. The
 * fields of an ExternalSecret with data also contain searches and generators.
 */
function isOfWhole(use: ObjectUse): boolean {
  if (use.isPart) return false;
  if (use.sort === 'host' || use.sort === 'secret') return true;
  if (use.sort === 'missing-field') return use.isHost === true;
  return use.sort === 'field' && use.value !== 'null' && (use.path[1] === 'data' || use.path[1] === 'dataFrom');
}

/** The parts of a free kind that depend on a foreign host, key or search. They need the same Grant. */
function dependentUses(object: StructuredObject, kind: string, foreign: ObjectUse): readonly ObjectUse[] {
  if (kind === 'ExternalSecret.external-secrets.io') return templateUses(object, foreign);
  if (kind === 'Ingress.networking.k8s.io') return defaultCertificateUses(object, foreign);
  return [];
}

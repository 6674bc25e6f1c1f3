import { groupOf } from '../../kubernetes/api-version.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import { allows, remedyFor } from '../settings/allow.ts';
import type { Settings } from '../settings/settings.ts';
import type { Use } from '../settings/use.ts';
import type { GateProblem, TenantAuthor } from './gate-target.ts';
import { kindProblem, usesByKind } from './kinds.ts';
import { metadataUses } from './metadata.ts';
import { podUses } from './pods.ts';
import type { StructuredObject } from './structure.ts';

/** What an object uses that its author, who is not trusted, neither owns nor is granted, and that no trusted author wrote. */
export function refusals(
  object: StructuredObject,
  { granted, isLiteral }: TenantAuthor,
  podSecurity: Settings['podSecurity'],
): readonly GateProblem[] {
  const kind = groupKind(groupOf(object.apiVersion), object.kind);
  const hasLiteralKind = isLiteral(['apiVersion']) && isLiteral(['kind']);
  const refusedKind = kindProblem(kind, granted, hasLiteralKind);
  if (refusedKind) return [refusedKind];
  const refused = usesOf(object, kind, podSecurity).filter(
    (use) => !isLiteral(use.path) && !allows(granted, kind, use),
  );
  const remedies = refused.map((use) => remedyFor(use, granted, kind));
  return [...new Map(remedies.map((one) => [one.message, one])).values()].map((one) => ({
    code: 'not-granted',
    ...one,
  }));
}

function usesOf(object: StructuredObject, kind: string, podSecurity: Settings['podSecurity']): readonly Use[] {
  return [...metadataUses(object), ...podUses(object, podSecurity), ...(usesByKind.get(kind)?.(object) ?? [])];
}

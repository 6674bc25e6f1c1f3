import { memo } from '../../data/memo.ts';
import { isSame, textAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { effectiveBody } from '../effect/objects.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { watchesIn } from './configuration.ts';
import { group, isCopy, isOfAccurate, originOf } from './scope.ts';

/** What Accurate copies in an export. */
export interface Propagation {
  /** True if Accurate copies the object from its namespace. */
  readonly isPropagated: (source: ExportedObject) => boolean;
  /**
   * True for a copy whose original differs, is not propagated, or is missing: with `create`, users can change a copy, and a
   * copy outlives its original [sources: accurate-1].
   */
  readonly isOwnCopy: (source: ExportedObject) => boolean;
  /** The originals, and the copies for which `isOwnCopy` is true. */
  readonly sources: readonly ExportedObject[];
}

/** `create`, `update` or empty. */
export function modeOf({ body }: ExportedObject): string {
  return textAt(body, 'metadata', 'annotations', `${group}/propagate`);
}

export const propagationIn = memo((objects: readonly ExportedObject[]): Propagation => {
  const isWatched = watchesIn(objects);
  const byId = new Map(objects.map((one) => [formatId(one), one]));
  const isPropagated = (source: ExportedObject) =>
    ['create', 'update'].includes(modeOf(source)) && !isOfAccurate(source) && isWatched(source);
  const isOwnCopy = (source: ExportedObject) => {
    const origin = byId.get(formatId({ ...source, namespace: originOf(source) }));
    const isReplaced = origin && isPropagated(origin) && isSame(contentOf(origin), contentOf(source));
    return isCopy(source) && !isReplaced;
  };
  const sources = objects.filter((one) => (isCopy(one) ? isOwnCopy(one) : isPropagated(one)));
  return { isPropagated, isOwnCopy, sources };
});

/** The content that Accurate copies, without metadata. Accurate does not copy the tokens of a ServiceAccount. */
function contentOf({ body }: ExportedObject) {
  const { metadata: _, secrets: __, ...content } = effectiveBody(body);
  return content;
}

import type { Path, Tree } from '../data/tree.ts';
import { differs } from './changed-fields.ts';
import type { AdmissionRequest } from './request.ts';
import type { ContentClause, ValueChange } from './rule.ts';

/**
 * A maximum number of items, far above that of real objects. The API server takes more than linear time for the expressions of
 * long lists, which its limit for the cost of an expression does not prevent [sources: kubernetes-13].
 */
export interface Maximum {
  /** What the lists contain, in the plural. */
  readonly what: string;
  readonly count: number;
  /** A CEL expression of type int, which takes little time for lists of any length. */
  cel(object: string): string;
  /** The same number as the CEL expression. */
  find(object: Tree, request: AdmissionRequest): number;
  /** True if the rule checks only new objects. */
  readonly onlyCreation?: true;
  /** The fields that contain the items; the spec if absent. */
  readonly fields?: readonly Path[];
}

/**
 * Rejects an object with more items, in which the clauses find nothing. An update of an older object with more items cannot change
 * the fields of the items, because the clauses do not check them.
 */
export function limited(maximum: Maximum, clauses: readonly ContentClause[]): readonly ContentClause[] {
  return [clauseOf(maximum), ...clauses.map((clause) => guarded(maximum, clause))];
}

function clauseOf({ what, count, cel, find, onlyCreation, fields = [['spec']] }: Maximum): ContentClause {
  return {
    message: `more than ${count} ${what}`,
    cel: (object) => `${cel(object)} > ${count} ? [string(${cel(object)})] : []`,
    find: (object, request) => {
      const found = find(object, request);
      return found > count ? [String(found)] : [];
    },
    ...(onlyCreation ? {} : { changes: changesOf(fields) }),
  };
}

function changesOf(fields: readonly Path[]): ValueChange {
  const at = (object: string, path: Path) => `${object}.?${path.join('.?')}`;
  return {
    cel: fields.map((path) => `${at('object', path)} != ${at('oldObject', path)}`).join(' || '),
    test: (_, request) => fields.some((path) => differs(request, ...path)),
  };
}

function guarded({ count, cel, find }: Maximum, clause: ContentClause): ContentClause {
  return {
    ...clause,
    cel: (object) => `${cel(object)} > ${count} ? [] : ${clause.cel(object)}`,
    find: (object, request) => (find(object, request) > count ? [] : clause.find(object, request)),
  };
}

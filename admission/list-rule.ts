import type { Tree } from '../data/tree.ts';
import { annotationList, hasAnnotation } from './cel.ts';
import { listIn } from './request.ts';
import { type ContentClause, listOf, type Rule, type Target } from './rule.ts';

/**
 * A rule that requires each value of a field to be in the list of an annotation, if the namespace has the annotation. It also
 * rejects each value that the annotation `denyKey` lists.
 */
export interface ListedValues {
  readonly id: string;
  readonly about: string;
  readonly key: string;
  /** The annotation that lists forbidden values. */
  readonly denyKey?: string;
  readonly targets: readonly Target[];
  /** A description of the values, in the plural. */
  readonly what: string;
  /** A CEL expression of type list(string). An empty string means that the field is not set. */
  cel(object: string): string;
  /** The same values as `cel`. */
  values(object: Tree): readonly string[];
}

export function listRule(listed: ListedValues): Rule {
  const { id, about, targets, key, denyKey, cel } = listed;
  const denied = denyKey === undefined ? {} : { denied: annotationList(denyKey) };
  return {
    id,
    about,
    targets,
    scope: 'tenants',
    exempts: 'administrators',
    lists: { values: cel },
    variables: { allowed: annotationList(key), ...denied },
    clauses: [allowClause(listed), ...(denyKey === undefined ? [] : [denyClause(listed, denyKey)])],
  };
}

function allowClause({ key, what, values }: ListedValues): ContentClause {
  return {
    message: `${what} that ${key} does not list`,
    cel: (object) =>
      `!${hasAnnotation(key)} ? [] : ${listOf('values', object)}.filter(v, !(v in variables.allowed)).map(v, ${shownInCel})`,
    find: (object, request) => {
      const allowed = listIn(request, key);
      return allowed
        ? values(object)
            .filter((value) => !allowed.includes(value))
            .map(shown)
        : [];
    },
  };
}

function denyClause({ what, values }: ListedValues, key: string): ContentClause {
  return {
    message: `${what} that ${key} lists`,
    cel: (object) =>
      `!${hasAnnotation(key)} ? [] : ${listOf('values', object)}.filter(v, v in variables.denied).map(v, ${shownInCel})`,
    find: (object, request) => {
      const denied = listIn(request, key) ?? [];
      return values(object)
        .filter((value) => denied.includes(value))
        .map(shown);
    },
  };
}

const shownInCel = "v == '' ? '(none)' : v";

function shown(value: string): string {
  return value === '' ? '(none)' : value;
}

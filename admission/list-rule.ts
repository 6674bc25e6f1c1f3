import type { Tree } from '../data/tree.ts';
import { annotationList, hasAnnotation } from './cel.ts';
import { listIn } from './request.ts';
import type { Rule, Target } from './rule.ts';

/** A rule by which each value of a field must be in the list of an annotation. Without the annotation every value may be. */
export interface ListedValues {
  readonly id: string;
  readonly about: string;
  readonly key: string;
  readonly targets: readonly Target[];
  /** What the values are, in the plural. */
  readonly what: string;
  /** An expression of type list(string). The empty text means a field that is not set. */
  cel(object: string): string;
  /** The same values. */
  values(object: Tree): readonly string[];
}

export function listRule({ id, about, targets, key, what, cel, values }: ListedValues): Rule {
  return {
    id,
    about,
    targets,
    scope: 'tenants',
    exempts: 'administrators',
    variables: { allowed: annotationList(key) },
    clauses: [
      {
        message: `${what} that ${key} does not list`,
        cel: (object) =>
          `!${hasAnnotation(key)} ? [] : (${cel(object)}).filter(v, !(v in variables.allowed)).map(v, v == '' ? '(none)' : v)`,
        find: (object, request) => {
          const allowed = listIn(request, key);
          return allowed ? without(values(object), allowed) : [];
        },
      },
    ],
  };
}

function without(used: readonly string[], allowed: readonly string[]): readonly string[] {
  return used.filter((value) => !allowed.includes(value)).map((value) => (value === '' ? '(none)' : value));
}

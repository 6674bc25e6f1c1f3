import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { ProblemCode } from '../../../core/problem/codes.ts';
import type { Hint } from '../../../core/problem/problem.ts';
import type { Values } from './references.ts';
import { lookUpIn } from './references.ts';

export type Template = Resource<'mto-template'>;

/** One namespace that gets a Template's objects. */
export interface Target {
  readonly template: Template;
  /** Of the Template's parameters, as the instance leaves them. */
  readonly values: Values;
  readonly namespace: string;
  readonly tenant: string;
  /** Whether the instance is cluster-scoped, so that one object may be meant for many namespaces. */
  readonly isOneOfMany: boolean;
  /** Whether authors who are not trusted wrote the instance. */
  readonly isDelegated: boolean;
  readonly world: World;
  /** Tells a fault at the instance. The message must not name the namespace: told for many, it is told once. */
  readonly tell: (code: ProblemCode, message: string, hint?: Hint) => void;
}

/** Resolves `${NAME}`: the namespace and its tenant in any case, then parameters [sources: mto-25]. */
export function lookUpFor({ values, namespace, tenant }: Pick<Target, 'values' | 'namespace' | 'tenant'>) {
  return lookUpIn(
    values,
    new Map([
      ['namespace', namespace],
      ['tenant', tenant],
    ]),
  );
}

import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { ProblemCode } from '../../../core/problem/codes.ts';
import type { Hint } from '../../../core/problem/problem.ts';
import type { TemplateValues } from './references.ts';
import { lookup } from './references.ts';

export type Template = Resource<'mto-template'>;

/** A namespace into which a Template of either version of the Template operator is rendered. */
export interface Target {
  readonly templateName: string;
  readonly namespace: string;
  readonly tenant: string;
  /** Whether the instance is cluster-scoped, so that it can apply to several namespaces. */
  readonly isClusterInstance: boolean;
  /** Whether untrusted authors wrote the instance. */
  readonly isDelegated: boolean;
  readonly world: World;
  /** Reports a problem of the instance. The message must not contain the namespace, so that it is reported only once. */
  readonly report: (code: ProblemCode, message: string, hint?: Hint) => void;
}

/** A namespace into which a Template of the first version of the Template operator is rendered. */
export interface TemplateTarget extends Target {
  readonly template: Template;
  /** The values of the Template's parameters. */
  readonly values: TemplateValues;
  /** The parameters that the instance sets. */
  readonly given: ReadonlySet<string>;
}

/** Resolves `${NAME}`: the namespace and its tenant in upper or lower case, then parameters [sources: mto-25]. */
export function valueLookup({ values, namespace, tenant }: Pick<TemplateTarget, 'values' | 'namespace' | 'tenant'>) {
  return lookup(
    values,
    new Map([
      ['namespace', namespace],
      ['tenant', tenant],
    ]),
  );
}

const none: ReadonlySet<string> = new Set();

/** The names of the parameters whose values come from untrusted authors. */
export function untrustedNames({ isDelegated, given }: Pick<TemplateTarget, 'isDelegated' | 'given'>) {
  return isDelegated ? given : none;
}

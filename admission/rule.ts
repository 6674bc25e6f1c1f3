import type { Tree } from '../data/tree.ts';
import type { AdmissionRequest, UpdateRequest } from './request.ts';

/**
 * A tenancy rule that the API server enforces. Each clause defines its condition twice: in CEL for the API server, and in
 * TypeScript for programs. `e2e/admission/` compares both.
 */
export interface Rule {
  /** The name in the policy and in the setting of its mode. */
  readonly id: string;
  /** What the rule limits, for the documentation. */
  readonly about: string;
  readonly targets: readonly Target[];
  /**
   * `cluster` also checks requests outside tenant namespaces. These rules cannot select namespaces by labels, because
   * the request can change the labels.
   */
  readonly scope: 'cluster' | 'tenants';
  /** The accounts that the rule does not check. docs/enforcement.md lists them for each value. */
  readonly exempts:
    | 'administrators'
    | 'appliers'
    | 'deployers'
    | 'nobody'
    | 'platform'
    | 'platform-and-application-sets'
    | 'platform-and-sidecar';
  /** True if the rule also rejects values in a namespace without its lists. */
  readonly limitsWithoutLists?: true;
  /** CEL expressions that clauses read as `variables.<name>`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Values in the object that clauses read with `listOf`. */
  readonly lists?: Readonly<Record<string, (object: string) => string>>;
  readonly clauses: readonly Clause[];
}

/** Resources that a rule checks. */
export interface Target {
  readonly group: string;
  /**
   * The version in which the rule reads objects, if another version omits values. The API server converts requests in other
   * versions, but Gatekeeper does not. Otherwise, the version of the request.
   */
  readonly version?: string;
  readonly resources: readonly string[];
  readonly operations: readonly AdmissionRequest['operation'][];
}

export type Clause = ContentClause | ChangeClause;

/** Finds values in an object. An update is rejected only for values that it adds or changes. */
export interface ContentClause {
  /** A description of the forbidden values. */
  readonly message: string;
  /** A CEL expression of type list(string) for `object` or `oldObject`. */
  cel(object: string): string;
  /** The same values as the CEL expression. */
  find(object: Tree, request: AdmissionRequest): readonly string[];
  /** True if the values of an update are already only those that it adds or changes. */
  readonly comparesVersions?: true;
  /** Whether an update changes the meaning of a value. Required if values are names, such as keys of annotations. */
  readonly changes?: ValueChange;
}

export interface ValueChange {
  /** A CEL expression of type bool for a `value` in both `object` and `oldObject`. */
  readonly cel: string;
  /** The result of the CEL expression. */
  test(value: string, request: UpdateRequest): boolean;
}

/** Finds forbidden changes in a request, such as a changed label. */
export interface ChangeClause {
  readonly message: string;
  /** A CEL expression of type list(string). */
  readonly change: string;
  /** The same values as the CEL expression. */
  findChanges(request: AdmissionRequest): readonly string[];
}

/** The name of the variable that contains a list of `object` or `oldObject`. */
export function listOf(name: string, object: string): string {
  return `variables.${object === 'object' ? name : `${name}Before`}`;
}

export const writes = ['CREATE', 'UPDATE'] as const;

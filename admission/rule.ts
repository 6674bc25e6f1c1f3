import type { Tree } from '../data/tree.ts';
import type { AdmissionRequest } from './request.ts';

/**
 * A rule of tenancy: what the API server refuses. Every clause states one condition twice, in CEL for the API server and in
 * TypeScript for programs. `e2e/admission/` compares both.
 */
export interface Rule {
  /** Names the policy and the setting of its mode. */
  readonly id: string;
  /** What the rule limits, for the documentation. */
  readonly about: string;
  readonly targets: readonly Target[];
  /** `cluster` also checks requests outside of tenants' namespaces: a selector reads labels that the request changes. */
  readonly scope: 'cluster' | 'tenants';
  /**
   * Whose requests the rule does not check. `administrators` are few. `platform` are also the controllers of the cluster
   * and the account that applies what leasehold renders. `deployers` are also the accounts that apply rendered workloads.
   */
  readonly exempts: 'administrators' | 'deployers' | 'nobody' | 'platform';
  /** Lists that clauses read as `variables.<name>`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Lists of the object that several clauses read, by `listOf`. */
  readonly lists?: Readonly<Record<string, (object: string) => string>>;
  readonly clauses: readonly Clause[];
}

/** Resources that a rule checks. */
export interface Target {
  readonly group: string;
  readonly resources: readonly string[];
  readonly operations: readonly AdmissionRequest['operation'][];
}

export type Clause = ContentClause | ChangeClause;

/** Finds values in an object. An update is refused only for values that it adds. */
export interface ContentClause {
  /** What is wrong with the values. */
  readonly message: string;
  /** An expression of type list(string), for `object` or `oldObject`. */
  cel(object: string): string;
  /** The same values. */
  find(object: Tree, request: AdmissionRequest): readonly string[];
}

/** Finds what is wrong with a request, such as a change of a label. */
export interface ChangeClause {
  readonly message: string;
  /** An expression of type list(string). */
  readonly change: string;
  /** The same values. */
  findChanges(request: AdmissionRequest): readonly string[];
}

/** The variable with a list of `object` or `oldObject`. */
export function listOf(name: string, object: string): string {
  return `variables.${object === 'object' ? name : `${name}Before`}`;
}

export const writes = ['CREATE', 'UPDATE'] as const;

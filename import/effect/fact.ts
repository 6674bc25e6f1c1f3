import type { AdmissionRequest } from '../../admission/request.ts';
import { compare } from '../../data/order.ts';
import { isMapping, type Path, type Tree } from '../../data/tree.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import type { Advice } from './advice.ts';
import type { Difference } from './difference.ts';

/** A Role or a ClusterRole. */
export interface Role {
  readonly kind: string;
  readonly name: string;
}

/** A subject of a role. The namespace is set for service accounts and empty for users and groups. */
export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/**
 * An effect on a cluster, in terms that operators and renders share. `behavior` is a difference that the model states, such as
 * a default that only a running operator sets. `instead` is its kind. Without it, the effect is lost.
 */
export type Fact =
  | { readonly aspect: 'namespace'; readonly namespace: string; readonly tenant: string }
  | {
      readonly aspect: 'label' | 'annotation';
      readonly namespace: string;
      readonly key: string;
      readonly value: string;
    }
  | { readonly aspect: 'access'; readonly namespace: string; readonly role: Role; readonly subject: Subject }
  | QuotaFact
  | { readonly aspect: 'limit'; readonly namespace: string; readonly limit: Tree }
  | { readonly aspect: 'object'; readonly namespace: string; readonly body: Tree }
  | RuleFact
  | { readonly aspect: 'statement'; readonly resource: string; readonly path: Path; readonly value: unknown }
  | { readonly aspect: 'field'; readonly object: string; readonly path: Path; readonly live: Tree }
  | { readonly aspect: 'behavior'; readonly text: string; readonly instead?: Difference['kind'] };

/** A rule that requests in a namespace must follow. */
export interface RuleFact {
  readonly aspect: 'rule';
  readonly namespace: string;
  readonly rule: string;
  /** The lists of the rule. */
  readonly value: unknown;
  /** True if the export does not contain the names that the operator allows. */
  readonly isUnknown?: true;
  /** True if the operator rejects a request. If undefined, only the lists are compared. */
  readonly rejects?: (request: AdmissionRequest) => boolean;
  /** Names that the lists of the operator mention. */
  readonly examples?: readonly string[];
}

/**
 * An amount that namespaces may use together. A shared amount also includes namespaces that are added later. `scope` is
 * the canonical text of scopes and scopeSelector.
 */
export interface QuotaFact {
  readonly aspect: 'quota';
  readonly namespaces: readonly string[];
  readonly resource: string;
  readonly scope: string;
  readonly amount: string;
  readonly isShared: boolean;
}

/** A field of an export, including everything below it. */
export interface FieldReference {
  readonly source: ExportedObject;
  readonly path: Path;
}

/** A field without an effect, and the reason. */
export interface InertField extends FieldReference {
  readonly why: string;
}

/** A fact with the fields of the export that cause it. */
export type SourceFact = Fact & {
  readonly from: readonly FieldReference[];
  /** What to do if the render does not have the fact. */
  readonly advice?: Advice | undefined;
  /** The name of the object that the operator creates for the fact, so that the render can adopt it. */
  readonly objectName?: string | undefined;
};

/** Text that is equal for equal data: keys are sorted at every level and undefined values are omitted. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isMapping(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b))) : inner,
  );
}

/**
 * Identifies what a fact is about, without its value. Except for quotas and fields, facts with the same key and different
 * values contradict each other.
 */
export function factKey(fact: Fact): string {
  switch (fact.aspect) {
    case 'namespace':
      return canonicalText(['namespace', fact.namespace]);
    case 'label':
    case 'annotation':
      return canonicalText([fact.aspect, fact.namespace, fact.key]);
    case 'access':
      return canonicalText(['access', fact.namespace, fact.role, fact.subject]);
    case 'quota':
      return canonicalText(['quota', fact.namespaces, fact.resource, fact.scope]);
    case 'limit':
      return canonicalText(['limit', fact.namespace, fact.limit]);
    case 'object':
      return canonicalText(['object', fact.namespace, fact.body['apiVersion'], fact.body['kind'], nameIn(fact.body)]);
    case 'rule':
      return canonicalText(['rule', fact.namespace, fact.rule]);
    case 'statement':
      return canonicalText(['statement', fact.resource, fact.path]);
    case 'field':
      return canonicalText(['field', fact.object]);
    case 'behavior':
      return canonicalText(['behavior', fact.text]);
  }
}

/** The namespaces that a fact is about. */
export function namespacesOfFact(fact: Fact): readonly string[] {
  if (fact.aspect === 'quota') return fact.namespaces;
  return 'namespace' in fact ? [fact.namespace] : [];
}

export function nameIn(body: Tree): string {
  const metadata = body['metadata'];
  return isMapping(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
}

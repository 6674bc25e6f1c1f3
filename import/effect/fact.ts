import type { AdmissionRequest } from '../../admission/request.ts';
import { compare } from '../../data/order.ts';
import { isMapping, type Path, type Tree } from '../../data/tree.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

/** A role as RBAC names it. */
export interface Role {
  readonly kind: string;
  readonly name: string;
}

/** Who has a role. The namespace is that of a service account, and empty for users and groups. */
export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/**
 * One effect on a cluster, in terms that an operator and a render share. `behaviour` is what only a running operator does,
 * such as filling in a default: no render has it. It is unknown if the model does not state what the operator does.
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
  | { readonly aspect: 'field'; readonly object: string; readonly path: Path; readonly value: unknown }
  | { readonly aspect: 'behaviour'; readonly text: string; readonly isUnknown?: true };

/** A rule that requests in a namespace must follow. */
export interface RuleFact {
  readonly aspect: 'rule';
  readonly namespace: string;
  readonly rule: string;
  /** The lists of the rule. */
  readonly value: unknown;
  /** Whether the operator refuses a request. Without it, only the lists are compared. */
  readonly refuses?: (request: AdmissionRequest) => boolean;
  /** Names that the lists of the operator mention. */
  readonly examples?: readonly string[];
}

/**
 * An amount that the namespaces may use together. A shared one also bounds namespaces that are added later. `scope` is the
 * canonical text of scopes and scopeSelector.
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

/** A field without an effect, and why it has none. */
export interface InertField extends FieldReference {
  readonly why: string;
}

/** A fact with the fields of the export that cause it. */
export type SourceFact = Fact & {
  readonly from: readonly FieldReference[];
  /** What to do when the render does not have the fact. */
  readonly advice?: string | undefined;
  /** The name of the object that the operator creates for it, so that the render can adopt the object. */
  readonly objectName?: string | undefined;
};

/** Text that is equal for equal data: keys are sorted at every level, and `undefined` counts as absent. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isMapping(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b))) : inner,
  );
}

/** What the fact is about, without its value: two facts with one key and different values contradict each other. */
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
    case 'behaviour':
      return canonicalText(['behaviour', fact.text]);
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

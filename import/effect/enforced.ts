import { violationsOf } from '../../admission/evaluate.ts';
import { policyName } from '../../admission/policy.ts';
import type { AdmissionRequest } from '../../admission/request.ts';
import type { Rule } from '../../admission/rule.ts';
import { rulesFor } from '../../admission/rules/index.ts';
import { listAt, mappingAt, type Tree, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';

/** The rules that the API server enforces in a namespace of a render. */
export interface EnforcedRules {
  /** The annotations of the namespace contain the lists that the rules read. */
  readonly namespace: Tree;
  readonly rules: ReadonlyMap<string, Rule>;
}

const all = rulesFor({ users: [], groups: [] });

/** The enforced rules by namespace. Only bindings with the action Deny enforce a rule. */
export function enforcedRules(
  namespaces: readonly Tree[],
  bindings: readonly Tree[],
): ReadonlyMap<string, EnforcedRules> {
  const denying = bindings.filter((one) => listAt(one, 'spec', 'validationActions').includes('Deny'));
  return new Map(
    namespaces.map((namespace) => {
      const labels = Object.fromEntries(textEntriesAt(namespace, 'metadata', 'labels'));
      const policies = new Set(
        denying.filter((one) => isBound(one, labels)).map((one) => textAt(one, 'spec', 'policyName')),
      );
      const rules = all.filter(({ id }) => policies.has(policyName(id))).map((rule) => [rule.id, rule] as const);
      return [textAt(namespace, 'metadata', 'name'), { namespace, rules: new Map(rules) }] as const;
    }),
  );
}

function isBound(binding: Tree, labels: Readonly<Record<string, string>>): boolean {
  const selector = readSelector(valueAt(binding, 'spec', 'matchResources', 'namespaceSelector') ?? {});
  return selector !== undefined && selects(selector, labels);
}

/** True if the render rejects a request in the namespace. */
export function isRejected(request: AdmissionRequest, rules: readonly Rule[], namespaceObject: Tree): boolean {
  return violationsOf(rules, { ...request, namespaceObject }).length > 0;
}

/** The labels and annotations that determine how rules decide. */
export function enforcementText({ namespace }: EnforcedRules): string {
  return JSON.stringify([mappingAt(namespace, 'metadata', 'labels'), mappingAt(namespace, 'metadata', 'annotations')]);
}

import { bindings, policySpec } from '../../admission/policy.ts';
import type { Rule } from '../../admission/rule.ts';
import { accountsOf } from '../../test/admission/rules.ts';
import type { KubeObject } from '../manifests.ts';

const apiVersion = 'admissionregistration.k8s.io/v1';

/** The policies and bindings of rules, in the mode `deny`. */
export function policiesOf(rules: readonly Rule[]): readonly KubeObject[] {
  return rules.flatMap((rule) => [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: `leasehold-${rule.id}` },
      spec: policySpec(rule, accountsOf(rule)),
    },
    ...bindings(rule, { standard: 'deny', others: [] }).map(({ name, spec }) => ({
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec,
    })),
  ]);
}

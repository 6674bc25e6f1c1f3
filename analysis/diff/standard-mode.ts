import { type Mode, policyName } from '../../admission/policy.ts';
import { textAt, textsAt } from '../../data/tree.ts';
import type { Comparable } from './change.ts';
import { treeOf } from './tree.ts';

/**
 * The Platform's mode of an admission rule, which applies in every namespace without a label for the rule. Undefined if the rule is
 * not rendered.
 */
export function standardMode(rule: string, objects: readonly Comparable[]): Mode | undefined {
  const name = policyName(rule);
  const binding = objects.find(({ id }) => id.name === name && id.namespace === '' && isBinding(id));
  if (!binding) return undefined;
  const tree = treeOf(binding);
  const actions = [...textsAt(tree, 'spec', 'validationActions'), textAt(tree, 'spec', 'enforcementAction')];
  return (['deny', 'warn'] as const).find((mode) => actions.some((action) => action.toLowerCase() === mode)) ?? 'audit';
}

function isBinding({ group, kind }: Comparable['id']): boolean {
  return kind === 'ValidatingAdmissionPolicyBinding' || group === 'constraints.gatekeeper.sh';
}

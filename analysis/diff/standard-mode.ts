import { type Mode, policyName } from '../../admission/policy.ts';
import { textAt, textsAt } from '../../data/tree.ts';
import type { Comparable } from './change.ts';
import { treeOf } from './tree.ts';

/**
 * Returns a function for the Platform's mode of an admission rule, which applies in every namespace without a label for the
 * rule. It returns undefined if the rule is not rendered. Searches the objects once.
 */
export function standardModes(objects: readonly Comparable[]): (rule: string) => Mode | undefined {
  let bindings: ReadonlyMap<string, Comparable> | undefined;
  return (rule) => {
    bindings ??= new Map(objects.filter(isBinding).map((object) => [object.id.name, object]));
    const binding = bindings.get(policyName(rule));
    return binding && modeOf(binding);
  };
}

function modeOf(binding: Comparable): Mode {
  const tree = treeOf(binding);
  const actions = [...textsAt(tree, 'spec', 'validationActions'), textAt(tree, 'spec', 'enforcementAction')];
  return (['deny', 'warn'] as const).find((mode) => actions.some((action) => action.toLowerCase() === mode)) ?? 'audit';
}

function isBinding({ id: { group, kind, namespace } }: Comparable): boolean {
  return namespace === '' && (kind === 'ValidatingAdmissionPolicyBinding' || group === 'constraints.gatekeeper.sh');
}

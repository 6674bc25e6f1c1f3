import { type Mode, policyName } from '../../admission/policy.ts';
import type { Rule } from '../../admission/rule.ts';
import { rulesFor } from '../../admission/rules/index.ts';
import { textAt, textsAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { Comparable } from '../diff/change.ts';
import { treeOf } from '../diff/tree.ts';

/** A rule about the content of objects, which policies or constraints of a render enforce. */
export interface EnforcedRule {
  readonly rule: Rule;
  /** The strictest mode in a namespace with these labels. Undefined if the rule does not apply. */
  modeIn(labels: Readonly<Record<string, string>>): Mode | undefined;
}

const modes: readonly Mode[] = ['deny', 'warn', 'audit'];

/** The rules about the content of objects. Excludes rules about requests and changes, such as deletions or changed labels. */
export const contentRules: readonly Rule[] = rulesFor({ users: [], groups: [] }).filter(({ clauses }) =>
  clauses.every((clause) => 'find' in clause),
);

/** The rules that the policies or constraints of a render enforce. */
export function enforcedRules(objects: readonly Comparable[]): readonly EnforcedRule[] {
  const rendered = objects.filter(({ id }) => bindingKinds.has(id.kind)).map(bindingOf);
  return contentRules.flatMap((rule) => {
    const own = rendered.filter(({ policy }) => policy === policyName(rule.id));
    if (own.length === 0) return [];
    const modeIn = (labels: Readonly<Record<string, string>>) =>
      modes.find((mode) => own.some((binding) => binding.mode === mode && binding.selects(labels)));
    return [{ rule, modeIn }];
  });
}

const bindingKinds: ReadonlySet<string> = new Set(['LeaseholdRule', 'ValidatingAdmissionPolicyBinding']);

function bindingOf(object: Comparable) {
  const spec = valueAt(treeOf(object), 'spec');
  const rule = textAt(spec, 'parameters', 'rule');
  const isConstraint = object.id.kind === 'LeaseholdRule';
  const place = isConstraint ? 'match' : 'matchResources';
  const selector = readSelector(valueAt(spec, place, 'namespaceSelector') ?? {});
  return {
    policy: isConstraint ? policyName(rule) : textAt(spec, 'policyName'),
    mode: isConstraint ? constraintMode(textAt(spec, 'enforcementAction')) : modeOf(textsAt(spec, 'validationActions')),
    selects: (labels: Readonly<Record<string, string>>) => selector !== undefined && selects(selector, labels),
  };
}

function modeOf(actions: readonly string[]): Mode {
  if (actions.includes('Deny')) return 'deny';
  return actions.includes('Warn') ? 'warn' : 'audit';
}

function constraintMode(action: string): Mode {
  return action === 'dryrun' ? 'audit' : (modes.find((mode) => mode === action) ?? 'deny');
}

import { concerns } from '../../admission/evaluate.ts';
import type { Mode } from '../../admission/policy.ts';
import { type Tree, textAt, textEntriesAt } from '../../data/tree.ts';
import { createRequests } from './create-requests.ts';
import { type Enforcement, simulateIn } from './simulate.ts';

/** The verdict of a rule about the creation of an object. */
export interface Verdict {
  readonly rule: string;
  /** What the rule limits. */
  readonly about: string;
  /** What happens to an object that violates the rule in this namespace. Undefined if the rule does not apply there. */
  readonly mode: Mode | undefined;
  /** Whether the rule reads the object, or a pod or claim that its controller creates. */
  readonly isChecked: boolean;
  /** The messages of the API server. Empty if the rule allows the object. */
  readonly messages: readonly string[];
}

/** The verdict of each rule that the rendered objects enforce. The object must set its namespace. */
export function verdictsOf(enforcement: Enforcement, object: Tree): readonly Verdict[] {
  const namespace = enforcement.namespaces.get(textAt(object, 'metadata', 'namespace'));
  const labels = Object.fromEntries(textEntriesAt(namespace, 'metadata', 'labels'));
  const rejections = simulateIn(enforcement, [object]);
  const requests = createRequests(object);
  return enforcement.rules.map(({ rule, modeIn }) => ({
    rule: rule.id,
    about: rule.about,
    mode: modeIn(labels),
    isChecked: requests.some((request) => concerns(rule, { ...request, operation: 'CREATE' })),
    messages: rejections.filter((one) => one.rule === rule.id).map(({ message }) => message),
  }));
}

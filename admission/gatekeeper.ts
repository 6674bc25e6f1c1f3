import type { Tree } from '../data/tree.ts';
import { type Accounts, celOfOthers } from './accounts.ts';
import { listLiteral, literal } from './cel.ts';
import { exemptAccounts, type Mode, policyName, type RuleModes, selectorsOf, variablesOf } from './policy.ts';
import { resourceKinds } from './resource-kinds.ts';
import type { Rule } from './rule.ts';

/** A rule with its exempt accounts. */
export interface ExemptedRule {
  readonly rule: Rule;
  readonly exempt: Accounts;
}

/**
 * The source of the single ConstraintTemplate with the expressions of all rules. Each constraint specifies its rule
 * [sources: gatekeeper-1].
 */
export function templateSource(rules: readonly ExemptedRule[]): Tree {
  return {
    failurePolicy: 'Fail',
    variables: rules.flatMap(({ rule, exempt }) =>
      variablesOf(rule, exemptAccounts(rule, exempt)).map(({ name, expression }) => ({
        name: `${prefixOf(rule)}${name}`,
        expression: renamed(expression, rule),
      })),
    ),
    validations: rules.flatMap(validationsOf),
  };
}

function prefixOf({ id }: Rule): string {
  return `${id.replaceAll('-', '_')}_`;
}

/** Adds a prefix to variables because all rules share a scope. */
function renamed(expression: string, rule: Rule): string {
  return expression.replaceAll('variables.', `variables.${prefixOf(rule)}`);
}

function validationsOf({ rule, exempt }: ExemptedRule): readonly Tree[] {
  const operations = [...new Set(rule.targets.flatMap((target) => target.operations))];
  const applies = [
    `variables.params.rule == ${literal(rule.id)}`,
    `request.operation in ${listLiteral(operations)}`,
    `(${celOfOthers(exemptAccounts(rule, exempt))})`,
  ].join(' && ');
  return rule.clauses.map(({ message }, index) => {
    const values = `variables.${prefixOf(rule)}found${index + 1}`;
    return {
      expression: `!(${applies}) || ${values}.size() == 0`,
      message: `${rule.id}: ${message}`,
      messageExpression: `${literal(`${rule.id}: ${message}: `)} + ${values}.join(', ')`,
    };
  });
}

const actions: Readonly<Record<Mode, string>> = { audit: 'dryrun', deny: 'deny', warn: 'warn' };

/** The constraints of a rule: one for the standard mode, and one for each mode that some tenants use instead. */
export function ruleConstraints(
  rule: Rule,
  modes: RuleModes,
): readonly { readonly name: string; readonly spec: Tree }[] {
  const name = policyName(rule.id);
  return selectorsOf(rule, modes).map(({ suffix, mode, namespaceSelector }) => ({
    name: `${name}${suffix}`,
    spec: {
      enforcementAction: actions[mode],
      match: { kinds: kindsOf(rule), ...(namespaceSelector ? { namespaceSelector } : {}) },
      parameters: { rule: rule.id },
    },
  }));
}

function kindsOf({ targets }: Rule): readonly Tree[] {
  return targets.map(({ group, resources }) => {
    const kinds = resources.map((resource) => resourceKinds[resource.split('/')[0] ?? ''] ?? '*');
    return { apiGroups: [group], kinds: [...new Set(kinds)] };
  });
}

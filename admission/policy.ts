import type { Tree } from '../data/tree.ts';
import { type Accounts, celOfOthers } from './accounts.ts';
import { literal } from './cel.ts';
import { cordonLabel, modeLabel, tenantLabel } from './metadata-keys.ts';
import type { Clause, Rule, Target } from './rule.ts';
import { celOfOwnApplication } from './tracking.ts';

export type Mode = 'audit' | 'deny' | 'warn';

/** The name of the policy of a rule, and of its binding for the standard mode. */
export function policyName(rule: string): string {
  return `leasehold-${rule}`;
}

/** The spec of the ValidatingAdmissionPolicy of a rule [sources: kubernetes-7]. */
export function policySpec(rule: Rule, accounts: Accounts): Tree {
  const exempt = exemptAccounts(rule, accounts);
  const hasExempt = exempt.users.length + exempt.groups.length + exempt.userPatterns.length > 0;
  return {
    failurePolicy: 'Fail',
    // The API server removes an empty list, which Argo CD would report as a difference.
    matchConditions: hasExempt ? [{ name: 'accounts', expression: celOfOthers(exempt) }] : undefined,
    matchConstraints: { resourceRules: rule.targets.map(resourceRule) },
    validations: rule.clauses.map((clause, index) => validation(rule.id, clause, index)),
    variables: variablesOf(rule, exempt),
  };
}

/**
 * Returns the accounts that a rule exempts. A rule for the whole cluster exempts Argo CD by account alone, because objects
 * outside the namespaces of tenants might not belong to an Application.
 */
export function exemptAccounts({ scope }: Rule, accounts: Accounts): Accounts {
  const { appliers = [], ...others } = accounts;
  return scope === 'cluster' ? { ...others, users: [...others.users, ...appliers].sort() } : accounts;
}

/** The variables of a rule. The last ones contain the values that its clauses find. */
export function variablesOf(
  { variables = {}, lists = {}, clauses }: Rule,
  { appliers = [] }: Accounts,
): readonly { readonly name: string; readonly expression: string }[] {
  const isApplied = appliers.length > 0;
  return [
    ...(isApplied ? [{ name: 'isApplied', expression: celOfOwnApplication(appliers) }] : []),
    ...Object.entries(variables).map(([name, expression]) => ({ name, expression })),
    ...Object.entries(lists).flatMap(([name, list]) => [
      { name, expression: list('object') },
      { name: `${name}Before`, expression: list('oldObject') },
    ]),
    ...clauses.map((clause, index) => ({
      name: found(index),
      expression: isApplied ? `variables.isApplied ? [] : ${celOf(clause)}` : celOf(clause),
    })),
  ];
}

function resourceRule({ group, version = '*', resources, operations }: Target): Tree {
  return { apiGroups: [group], apiVersions: [version], operations, resources };
}

function found(index: number): string {
  return `found${index + 1}`;
}

function celOf(clause: Clause): string {
  if ('change' in clause) return clause.change;
  if (clause.comparesVersions) return clause.cel('object');
  const old = clause.cel('oldObject');
  const changes = clause.changes ? ` || (${clause.changes.cel})` : '';
  return `(${clause.cel('object')}).filter(value, oldObject == null || !(value in (${old}))${changes})`;
}

function validation(id: string, { message }: Clause, index: number): Tree {
  const values = `variables.${found(index)}`;
  return {
    expression: `${values}.size() == 0`,
    message: `${id}: ${message}`,
    messageExpression: `${literal(`${id}: ${message}: `)} + ${values}.join(', ')`,
    reason: 'Forbidden',
  };
}

const actions: Readonly<Record<Mode, readonly string[]>> = {
  audit: ['Audit'],
  deny: ['Deny'],
  warn: ['Warn', 'Audit'],
};

/** The modes of a rule: the mode of the Platform, and other modes that labels select for some tenants. */
export interface RuleModes {
  readonly standard: Mode;
  readonly others: readonly Mode[];
}

/** Selects the namespaces in which a rule has a mode. */
export interface ModeSelector {
  /** The suffix of the binding's name. */
  readonly suffix: string;
  readonly mode: Mode;
  /** Undefined for a rule that applies to the whole cluster. */
  readonly namespaceSelector: Tree | undefined;
}

/** A selector for the standard mode, and one for each mode that some tenants use instead. */
export function selectorsOf(rule: Rule, { standard, others }: RuleModes): readonly ModeSelector[] {
  const key = modeLabel(rule.id);
  const elsewhere = others.length === 0 ? [] : [{ key, operator: 'NotIn', values: others }];
  return [
    { suffix: '', mode: standard, namespaceSelector: selector(rule, elsewhere) },
    ...others.map((mode) => ({
      suffix: `-${mode}`,
      mode,
      namespaceSelector: selector(rule, [{ key, operator: 'In', values: [mode] }]),
    })),
  ];
}

function selector({ id, scope }: Rule, byMode: readonly Tree[]): Tree | undefined {
  if (scope === 'cluster') return undefined;
  const cordoned = id === 'cordon' ? [{ key: cordonLabel, operator: 'Exists' }] : [];
  return { matchExpressions: [{ key: tenantLabel, operator: 'Exists' }, ...cordoned, ...byMode] };
}

/** The bindings of a rule: one for the standard mode, and one for each mode that some tenants use instead. */
export function bindings(rule: Rule, modes: RuleModes): readonly { readonly name: string; readonly spec: Tree }[] {
  return selectorsOf(rule, modes).map(({ suffix, mode, namespaceSelector }) => ({
    name: `${policyName(rule.id)}${suffix}`,
    spec: {
      policyName: policyName(rule.id),
      validationActions: actions[mode],
      ...(namespaceSelector ? { matchResources: { namespaceSelector } } : {}),
    },
  }));
}

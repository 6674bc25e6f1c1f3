import { policySpec } from '../../admission/policy.ts';
import type { Clause, Rule } from '../../admission/rule.ts';
import { ruleIds } from '../../admission/rules/index.ts';
import { accountsOf } from '../../test/admission/rules.ts';
import type { KubeObject } from '../manifests.ts';
import { mutationsOf } from './mutations.ts';

/** The policy of a rule without one of its parts, or the complete policy. */
export interface Mutant {
  readonly rule: string;
  /** A short name, used in the name of the policy. */
  readonly name: string;
  /** The part that it lacks; `nothing` for the complete policy. */
  readonly lacks: string;
  readonly spec: Spec;
}

type Spec = ReturnType<typeof policySpec>;

/**
 * The rule itself, and the rule without each clause, each operand of its expressions, each resource and each operation.
 */
export function mutantsOf(rule: Rule): readonly Mutant[] {
  const changed = [
    ...withoutClauses(rule),
    ...withoutOperands(rule),
    ...withoutChanges(rule),
    ...withoutVariableOperands(rule),
    ...withoutListOperands(rule),
    ...withoutTargets(rule),
  ];
  const all = [['nothing', rule] as const, ...changed].map(
    ([lacks, mutated]) => [lacks, policySpec(mutated, accountsOf(rule))] as const,
  );
  return [...all, ...withoutTracking(rule)].map(([lacks, spec], index) => ({
    rule: rule.id,
    name: `${prefixOf(rule.id)}${index}`,
    lacks,
    spec: withShortMessages(spec),
  }));
}

/** Short, because names count towards the length of warnings, but unique. */
function prefixOf(rule: string): string {
  const earlier = ruleIds.slice(0, ruleIds.indexOf(rule));
  const own = initialsOf(rule);
  return earlier.some((other) => initialsOf(other) === own) ? rule.slice(0, 2) : own;
}

function initialsOf(rule: string): string {
  return rule
    .split('-')
    .map((word) => word[0])
    .join('');
}

/** Every rule has the same expression about Argo CD, so the fixtures of one rule are enough. */
function withoutTracking(rule: Rule): readonly (readonly [lacks: string, spec: Spec])[] {
  if (rule.id !== 'cordon') return [];
  const spec = policySpec(rule, accountsOf(rule));
  const variables = spec['variables'] as readonly { readonly name: string; readonly expression: string }[];
  const own = variables.find(({ name }) => name === 'isApplied');
  return mutationsOf(own?.expression ?? '').map(({ text, removed }) => {
    const mutated = variables.map((one) => (one === own ? { ...one, expression: text } : one));
    return [removed, { ...spec, variables: mutated }] as const;
  });
}

type Changed = readonly (readonly [lacks: string, rule: Rule])[];

function withoutClauses(rule: Rule): Changed {
  return rule.clauses.map((clause) => {
    const clauses = rule.clauses.map((one) => (one === clause ? { ...one, cel: () => '[]', change: '[]' } : one));
    return [`clause "${clause.message}"`, { ...rule, clauses: clauses as readonly Clause[] }] as const;
  });
}

function withoutOperands(rule: Rule): Changed {
  return rule.clauses.flatMap((clause) => {
    const count = mutationsOf(textOf(clause)).length;
    return Array.from({ length: count }, (_, at) => {
      const mutated =
        'change' in clause
          ? { ...clause, change: mutationsOf(clause.change)[at]?.text ?? '' }
          : { ...clause, cel: (object: string) => mutationsOf(clause.cel(object))[at]?.text ?? '' };
      return [mutationsOf(textOf(clause))[at]?.removed ?? '', replacedClause(rule, clause, mutated)] as const;
    });
  });
}

function withoutChanges(rule: Rule): Changed {
  return rule.clauses.flatMap((clause) => {
    const changes = 'changes' in clause ? clause.changes : undefined;
    if (!changes) return [];
    const mutations = [
      { text: 'false', removed: changes.cel },
      { text: 'true', removed: `not ${changes.cel}` },
    ];
    return [...mutations, ...mutationsOf(changes.cel)].map(({ text, removed }) => {
      const mutated = { ...clause, changes: { ...changes, cel: text } };
      return [`${clause.message}, changes: ${removed}`, replacedClause(rule, clause, mutated)] as const;
    });
  });
}

function replacedClause(rule: Rule, clause: Clause, mutated: Clause): Rule {
  return { ...rule, clauses: rule.clauses.map((one) => (one === clause ? mutated : one)) };
}

function textOf(clause: Clause): string {
  return 'change' in clause ? clause.change : clause.cel('object');
}

function withoutVariableOperands(rule: Rule): Changed {
  return Object.entries(rule.variables ?? {}).flatMap(([name, cel]) =>
    mutationsOf(cel).map(
      ({ text, removed }) => [removed, { ...rule, variables: { ...rule.variables, [name]: text } }] as const,
    ),
  );
}

function withoutListOperands(rule: Rule): Changed {
  return Object.entries(rule.lists ?? {}).flatMap(([name, list]) =>
    mutationsOf(list('object')).map(({ removed }, at) => {
      const mutated = (object: string) => mutationsOf(list(object))[at]?.text ?? '';
      return [removed, { ...rule, lists: { ...rule.lists, [name]: mutated } }] as const;
    }),
  );
}

function withoutTargets(rule: Rule): Changed {
  return rule.targets.flatMap((target) => [
    ...target.resources.map((resource) =>
      replaced(rule, target, resource, { resources: target.resources.filter((one) => one !== resource) }),
    ),
    ...target.operations.map((operation) =>
      replaced(rule, target, operation, { operations: target.operations.filter((one) => one !== operation) }),
    ),
  ]);
}

function replaced(
  rule: Rule,
  target: Rule['targets'][number],
  what: string,
  change: Partial<typeof target>,
): readonly [string, Rule] {
  const next = { ...target, ...change };
  const isEmpty = next.resources.length === 0 || next.operations.length === 0;
  const targets = rule.targets.flatMap((one) => (one !== target ? [one] : isEmpty ? [] : [next]));
  const none = { group: 'none.example.com', resources: ['none'], operations: target.operations };
  return [
    `${target.group} ${target.resources.join()}: ${what}`,
    { ...rule, targets: targets.length === 0 ? [none] : targets },
  ];
}

/** Replaces each message with the ends of its values, because the API server truncates long warnings. */
function withShortMessages(spec: Spec): Spec {
  const validations = spec['validations'] as readonly { readonly expression: string }[];
  const end = 'v.size() > 16 ? v.substring(v.size() - 16) : v';
  const short = validations.map(({ expression }) => {
    const values = expression.replace('.size() == 0', '');
    return { expression, message: 'x', messageExpression: `${values}.map(v, ${end}).join(',')` };
  });
  return { ...spec, validations: short };
}

/** Policies that warn. Except for rules about namespaces, they apply only in the namespaces of the rule's fixtures. */
export function objectsOf(
  mutants: readonly Mutant[],
  namespaces: (rule: string) => readonly string[],
): readonly KubeObject[] {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  return mutants.flatMap(({ rule, name, spec }) => {
    const values = namespaces(rule);
    const matchExpressions = [{ key: 'kubernetes.io/metadata.name', operator: 'In', values }];
    const isCluster = rule === 'namespaces' || rule === 'namespace-creation';
    const matchResources = isCluster ? {} : { matchResources: { namespaceSelector: { matchExpressions } } };
    return [
      { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name }, spec },
      {
        apiVersion,
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata: { name },
        spec: { policyName: name, validationActions: ['Warn'], ...matchResources },
      },
    ];
  });
}

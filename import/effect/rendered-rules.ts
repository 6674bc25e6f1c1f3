import { itemsIn } from '../../admission/limits.ts';
import { keys } from '../../admission/metadata-keys.ts';
import { type Tree, valueAt } from '../../data/tree.ts';
import type { EnforcedRules } from './enforced.ts';
import type { Fact } from './fact.ts';
import { hostRule, imageRule } from './rule-values.ts';

/** Returns a limit of a namespace by name: the lines of its annotation. */
type Limits = (name: keyof typeof keys) => readonly string[] | undefined;

interface RenderedRule {
  /** The name of the rule in models. */
  readonly rule: string;
  /** Returns undefined if there is no limit. */
  readonly value: (limits: Limits) => unknown;
}

/** The rules of admission policies that models also have, by ID. */
const rules: Readonly<Record<string, RenderedRule>> = {
  images: {
    rule: 'image registries',
    value: (limits) => {
      const names = limits('images');
      return names && imageRule(names, names.includes('docker.io'));
    },
  },
  hosts: {
    rule: 'hosts',
    value: (limits) => {
      const [names, pattern, wildcards] = [limits('hosts'), limits('hostPatterns'), limits('denyWildcards')];
      const isLimited = names ?? pattern ?? wildcards;
      return isLimited && hostRule(names, pattern?.join('\n'), wildcards !== undefined);
    },
  },
  'storage-classes': names('storage classes', 'storageClasses'),
  'ingress-classes': names('ingress classes', 'ingressClasses'),
  'priority-classes': names('priority classes', 'priorityClasses'),
  'runtime-classes': names('runtime classes', 'runtimeClasses'),
  'gateway-classes': names('gateway classes', 'gatewayClasses'),
  'pull-policies': names('image pull policies', 'pullPolicies'),
  services: names('types of Services', 'serviceTypes'),
  'host-access': names('use of nodes', 'hostAccess'),
  'service-accounts': names('service accounts', 'denyServiceAccounts'),
  cordon: { rule: 'changes while the Tenant is cordoned', value: () => true },
};

function names(rule: string, limit: keyof typeof keys): RenderedRule {
  return {
    rule,
    value: (limits) => {
      const list = limits(limit);
      return list && { names: list.toSorted() };
    },
  };
}

/** The rules that the API server enforces in each namespace, of those that models also have. */
export function ruleFacts(enforced: ReadonlyMap<string, EnforcedRules>): readonly Fact[] {
  return [...enforced].flatMap(([namespace, { namespace: body, rules: denying }]) => {
    const limits: Limits = (name) => {
      const text = annotationOf(body, keys[name]);
      return text === undefined ? undefined : itemsIn(text);
    };
    return [...denying.keys()].flatMap((id): readonly Fact[] => {
      const found = rules[id];
      const value = found?.value(limits);
      return found && value !== undefined ? [{ aspect: 'rule', namespace, rule: found.rule, value }] : [];
    });
  });
}

function annotationOf(body: Tree, key: string): string | undefined {
  const value = valueAt(body, 'metadata', 'annotations', key);
  return typeof value === 'string' ? value : undefined;
}

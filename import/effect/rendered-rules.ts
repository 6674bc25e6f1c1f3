import { keys } from '../../admission/metadata-keys.ts';
import { listAt, type Tree, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { Fact } from './fact.ts';
import { hostRule, imageRule } from './rule-values.ts';

/** The limits of a namespace, by name: the lines of the annotation. */
type Limits = (name: keyof typeof keys) => readonly string[] | undefined;

interface RenderedRule {
  /** The rule as models name it. */
  readonly rule: string;
  /** Undefined without a limit. */
  readonly value: (limits: Limits) => unknown;
}

/** The rules that admission policies enforce, by the name of the policy. */
const rules: Readonly<Record<string, RenderedRule>> = {
  'leasehold-images': {
    rule: 'image registries',
    value: (limits) => {
      const names = limits('images');
      return names && imageRule(names, names.includes('docker.io'));
    },
  },
  'leasehold-hosts': {
    rule: 'hosts',
    value: (limits) => {
      const [names, pattern, wildcards] = [limits('hosts'), limits('hostPatterns'), limits('denyWildcards')];
      const isLimited = names ?? pattern ?? wildcards;
      return isLimited && hostRule(names, pattern?.join('\n'), wildcards !== undefined);
    },
  },
  'leasehold-storage-classes': names('storage classes', 'storageClasses'),
  'leasehold-ingress-classes': names('ingress classes', 'ingressClasses'),
  'leasehold-priority-classes': names('priority classes', 'priorityClasses'),
  'leasehold-runtime-classes': names('runtime classes', 'runtimeClasses'),
  'leasehold-gateway-classes': names('gateway classes', 'gatewayClasses'),
  'leasehold-pull-policies': names('image pull policies', 'pullPolicies'),
  'leasehold-services': names('types of Services', 'serviceTypes'),
  'leasehold-host-access': names('use of nodes', 'hostAccess'),
  'leasehold-service-accounts': names('service accounts', 'denyServiceAccounts'),
  'leasehold-cordon': { rule: 'changes while the Tenant is cordoned', value: () => true },
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

/** The rules that the API server enforces in each namespace, by refusing requests. */
export function ruleFacts(namespaces: readonly Tree[], bindings: readonly Tree[]): readonly Fact[] {
  const denying = bindings.filter((one) => listAt(one, 'spec', 'validationActions').includes('Deny'));
  return namespaces.flatMap((body) => {
    const labels = Object.fromEntries(textEntriesAt(body, 'metadata', 'labels'));
    const namespace = textAt(body, 'metadata', 'name');
    const limits: Limits = (name) =>
      annotationOf(body, keys[name])
        ?.split('\n')
        .filter((line, _, all) => line !== '' || all.length > 1);
    const policies = denying
      .filter((binding) => isBound(binding, labels))
      .map((one) => textAt(one, 'spec', 'policyName'));
    return [...new Set(policies)].flatMap((policy): readonly Fact[] => {
      const found = rules[policy];
      const value = found?.value(limits);
      return found && value !== undefined ? [{ aspect: 'rule', namespace, rule: found.rule, value }] : [];
    });
  });
}

function annotationOf(body: Tree, key: string): string | undefined {
  const value = valueAt(body, 'metadata', 'annotations', key);
  return typeof value === 'string' ? value : undefined;
}

function isBound(binding: Tree, labels: Readonly<Record<string, string>>): boolean {
  const selector = readSelector(valueAt(binding, 'spec', 'matchResources', 'namespaceSelector') ?? {});
  return selector !== undefined && selects(selector, labels);
}

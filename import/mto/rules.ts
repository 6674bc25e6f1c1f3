import { isMapping, type Path, textAt, textsAt, valueAt } from '../../data/tree.ts';
import type { RuleFact, SourceFact } from '../effect/fact.ts';
import { hostRule, imageRule } from '../effect/rule-values.ts';
import type { MtoTenant } from './scope.ts';
import {
  hostsInPattern,
  hostWebhook,
  namesIn,
  nameWebhook,
  rejectsHostPorts,
  rejectsNodePorts,
  statedNames,
} from './webhooks.ts';
import type { MtoResource } from './written.ts';

/** The names of the rules in models, by field. */
const rules: Readonly<Record<keyof typeof namesIn, string>> = {
  storageClasses: 'storage classes',
  ingressClasses: 'ingress classes',
  podPriorityClasses: 'priority classes',
  serviceAccounts: 'service accounts',
  imageRegistries: 'image registries',
};

interface StatedRule extends Pick<RuleFact, 'examples' | 'rejects' | 'rule' | 'value'> {
  readonly paths: readonly Path[];
}

/** The rules of MTO's admission webhooks [sources: mto-8]. An empty list allows everything. */
export function ruleFacts(tenant: MtoTenant, settings: MtoResource | undefined): readonly SourceFact[] {
  const { resource, namespaces, newNamespace } = tenant;
  const all = [...namespaces.map(({ name }) => name), newNamespace];
  const facts = (owner: MtoResource, stated: readonly StatedRule[]) =>
    stated.flatMap(({ paths, ...rule }) =>
      all.map((namespace) => ({ aspect: 'rule' as const, namespace, ...rule, from: paths.map(owner.field) })),
    );
  return [
    ...facts(resource, [...nameRules(resource.body), ...hostRules(resource.body)]),
    ...(settings ? facts(settings, networkRules(settings)) : []),
  ];
}

function nameRules(body: MtoResource['body']): readonly StatedRule[] {
  return (Object.keys(namesIn) as readonly (keyof typeof namesIn)[]).flatMap((field) => {
    const stated = statedNames(body, field);
    const lists = (['allowed', 'denied'] as const).filter((list) => stated[list].length > 0);
    if (lists.length === 0) return [];
    return {
      rule: rules[field],
      value: ruleValue(field, stated.allowed),
      paths: lists.map((list) => ['spec', field, list]),
      rejects: nameWebhook(field, stated),
      examples: [...stated.allowed, ...stated.denied],
    };
  });
}

function ruleValue(field: keyof typeof namesIn, allowed: readonly string[]): unknown {
  if (allowed.length === 0) return {};
  return field === 'imageRegistries' ? imageRule(allowed, allowed.includes('')) : { names: allowed.toSorted() };
}

function hostRules(body: MtoResource['body']): readonly StatedRule[] {
  const given = valueAt(body, 'spec', 'hostValidationConfig');
  if (!isMapping(given)) return [];
  const stated = {
    allowed: textsAt(given, 'allowed'),
    pattern: textAt(given, 'allowedRegex'),
    denyWildcards: given['denyWildcards'] === true,
  };
  if (stated.allowed.length === 0 && stated.pattern === '' && !stated.denyWildcards) return [];
  return [
    {
      rule: 'hosts',
      value: hostRule(stated.allowed, stated.pattern, stated.denyWildcards),
      paths: [['spec', 'hostValidationConfig']],
      rejects: hostWebhook(stated),
      examples: [...stated.allowed, ...hostsInPattern(stated.pattern)],
    },
  ];
}

const network = ['spec', 'tenantPolicies', 'network'];

function networkRules({ body }: MtoResource): readonly StatedRule[] {
  const isSet = (field: string) => valueAt(body, ...network, field) === true;
  const rule = (field: string, name: string, rejects: NonNullable<RuleFact['rejects']>) =>
    isSet(field) ? [{ rule: name, value: {}, paths: [[...network, field]], rejects }] : [];
  return [
    ...rule('disableNodePortServices', 'types of Services', rejectsNodePorts),
    ...rule('disableHostPorts', 'use of nodes', rejectsHostPorts),
  ];
}

/** MTO applies these rules to all namespaces, the render only to those of tenants. */
export function clusterRules(settings: MtoResource): readonly SourceFact[] {
  return ['disableNodePortServices', 'disableHostPorts']
    .filter((field) => valueAt(settings.body, ...network, field) === true)
    .map((field) => ({
      aspect: 'behavior',
      instead: 'wider',
      text: 'the rule applies only in namespaces of tenants, but MTO applies it in all namespaces of the cluster',
      from: [settings.field([...network, field])],
    }));
}

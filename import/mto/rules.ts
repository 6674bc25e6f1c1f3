import { isMapping, textAt, textsAt, valueAt } from '../../data/tree.ts';
import type { SourceFact } from '../effect/fact.ts';
import { hostRule, imageRule } from '../effect/rule-values.ts';
import type { MtoTenant } from './scope.ts';
import type { MtoResource } from './written.ts';

const lists = {
  storageClasses: 'storage classes',
  ingressClasses: 'ingress classes',
  podPriorityClasses: 'priority classes',
} as const;

interface StatedRule {
  readonly rule: string;
  readonly value: unknown;
  readonly path: readonly string[];
}

/** The rules of MTO's admission webhooks [sources: mto-8]. An empty list allows everything. */
export function ruleFacts(tenant: MtoTenant, settings: MtoResource | undefined): readonly SourceFact[] {
  const { resource, namespaces, newNamespace } = tenant;
  const all = [...namespaces.map(({ name }) => name), newNamespace];
  const facts = (owner: MtoResource, stated: readonly StatedRule[]) =>
    stated.flatMap(({ rule, value, path }) =>
      all.map((namespace) => ({ aspect: 'rule' as const, namespace, rule, value, from: [owner.field(path)] })),
    );
  return [...facts(resource, tenantRules(resource)), ...(settings ? facts(settings, networkRules(settings)) : [])];
}

function tenantRules({ body }: MtoResource): readonly StatedRule[] {
  const names = (field: string, list: string) => textsAt(body, 'spec', field, list).toSorted();
  const images = names('imageRegistries', 'allowed');
  const older = ['storageClasses', 'ingressClasses', 'podPriorityClasses', 'imageRegistries'];
  const stated: readonly StatedRule[] = [
    ...Object.entries(lists).map(([field, rule]) => ({
      rule,
      value: { names: names(field, 'allowed') },
      path: ['spec', field, 'allowed'],
    })),
    ...older.map((field) => ({
      rule: `denied ${field}`,
      value: { names: names(field, 'denied') },
      path: ['spec', field, 'denied'],
    })),
    {
      rule: 'service accounts',
      value: { names: names('serviceAccounts', 'denied') },
      path: ['spec', 'serviceAccounts', 'denied'],
    },
    {
      rule: 'image registries',
      value: imageRule(images, images.includes('')),
      path: ['spec', 'imageRegistries', 'allowed'],
    },
  ];
  const isSet = ({ path }: StatedRule) => names(path[1] ?? '', path[2] ?? '').length > 0;
  return [...stated.filter(isSet), ...hostRules(body)];
}

function hostRules(body: MtoResource['body']): readonly StatedRule[] {
  const given = valueAt(body, 'spec', 'hostValidationConfig');
  if (!isMapping(given)) return [];
  const value = hostRule(textsAt(given, 'allowed'), textAt(given, 'allowedRegex'), given['denyWildcards'] === true);
  const isOpen = value.names === undefined && value.pattern === undefined && !value.denyWildcards;
  return isOpen ? [] : [{ rule: 'hosts', value, path: ['spec', 'hostValidationConfig'] }];
}

function networkRules({ body }: MtoResource): readonly StatedRule[] {
  const path = ['spec', 'tenantPolicies', 'network'];
  const isSet = (field: string) => valueAt(body, ...path, field) === true;
  const services = { rule: 'types of Services', value: { names: ['ExternalName', 'LoadBalancer'] } };
  const nodes = { rule: 'use of nodes', value: { names: ['network'] } };
  return [
    ...(isSet('disableNodePortServices') ? [{ ...services, path: [...path, 'disableNodePortServices'] }] : []),
    ...(isSet('disableHostPorts') ? [{ ...nodes, path: [...path, 'disableHostPorts'] }] : []),
  ];
}

import { isMapping, listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import type { SourceFact } from '../effect/fact.ts';
import { type HostRule, hostRule } from '../effect/rule-values.ts';
import { matcherOf } from './class-webhooks.ts';
import { wholeHost } from './patterns.ts';
import { type CapsuleTenant, fields, fieldsBelow, inAll } from './scope.ts';

export const ingressOptions = ['spec', 'ingressOptions'];
const wildcards = [...ingressOptions, 'allowWildcardHostnames'];

/**
 * The rules for hosts of Ingresses. Capsule rejects wildcards unless the Tenant allows them, even if the Tenant lists
 * no hosts.
 */
export function hostFacts(tenant: CapsuleTenant): readonly SourceFact[] {
  const { source } = tenant;
  const given = valueAt(source.body, ...ingressOptions, 'allowedHostnames');
  const denyWildcards = valueAt(source.body, ...wildcards) !== true;
  if (!isMapping(given) && !denyWildcards) return [];
  const listed = isMapping(given) ? fieldsBelow(tenant, [...ingressOptions, 'allowedHostnames'], given) : [];
  const empty = isMapping(given) && listed.length === 0 ? fields(source, [...ingressOptions, 'allowedHostnames']) : [];
  return inAll(tenant, (namespace) => ({
    aspect: 'rule',
    namespace,
    rule: 'hosts',
    value: listsOf(given, denyWildcards),
    from: [...listed, ...empty, ...fields(source, wildcards)],
    rejects: ({ group, resource, object }) =>
      group === 'networking.k8s.io' && resource === 'ingresses' && isRejected(object, given, denyWildcards),
    examples: [...textsAt(given, 'allowed'), ...matchedBy(textAt(given, 'allowedRegex'))],
  }));
}

/**
 * The lists of the rule. Omits names with uppercase letters and names that start with a dot, because no host equals
 * them.
 */
function listsOf(given: unknown, denyWildcards: boolean): HostRule {
  if (!isMapping(given)) return hostRule(undefined, undefined, denyWildcards);
  const names = textsAt(given, 'allowed').filter((name) => name !== '' && !/^\.|[A-Z]/.test(name));
  const pattern = textAt(given, 'allowedRegex');
  const rule = hostRule(names, pattern === '' ? undefined : wholeHost(pattern), denyWildcards);
  return { names: [], ...rule };
}

/** Host names in an expression, such as `corp.io` in `\.corp\.io$`. */
function matchedBy(pattern: string): readonly string[] {
  return (pattern.match(/(?:[a-z0-9-]+\\?\.)+[a-z]+/g) ?? []).map((host) => host.replaceAll('\\', ''));
}

/** Simulates Capsule's webhooks, which read only the rules of Ingresses [sources: capsule-6]. */
function isRejected(ingress: unknown, given: unknown, denyWildcards: boolean): boolean {
  const hosts = listAt(ingress, 'spec', 'rules').map((rule) => textAt(rule, 'host'));
  if (denyWildcards && hosts.some((host) => host.startsWith('*'))) return true;
  if (!isMapping(given)) return false;
  const matches = matcherOf(textAt(given, 'allowedRegex'));
  return hosts.some((host) => host === '' || !(textsAt(given, 'allowed').includes(host) || matches(host)));
}

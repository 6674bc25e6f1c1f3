import type { Rule } from '../../admission/rule.ts';
import { rulesFor } from '../../admission/rules/index.ts';
import { table } from './table.ts';

const rules = rulesFor({ users: [], groups: [] });

/** Every rule, with the resources that it checks and the accounts that it does not limit. */
export function ruleTable(): string {
  const rows = rules.map((rule) => [`\`${rule.id}\``, rule.about, resourcesOf(rule).join(', '), rule.exempts]);
  return table(['rule', 'limits', 'checked resources', 'exempt'], rows);
}

function resourcesOf({ targets }: Rule): readonly string[] {
  const names = targets.flatMap(({ group, resources }) =>
    resources.map((resource) => (resource === '*/*' ? 'all' : group === '' ? resource : `${resource}.${group}`)),
  );
  return [...new Set(names)].sort();
}

/** What enforces each rule: the backends, and the alternatives in Kubernetes. */
export function backendTable(): string {
  const rows = rules.map((rule) => [`\`${rule.id}\``, 'yes', gatekeeper(rule), builtIn[rule.id] ?? 'no']);
  return table(
    ['rule', '`policies`, Kubernetes 1.30 to 1.36', '`gatekeeper`, Gatekeeper 3.23', '`quotas`, any version'],
    rows,
  );
}

/** By default, Gatekeeper's webhook receives only some operations and subresources. */
function gatekeeper({ targets }: Rule): string {
  const operations = new Set(targets.flatMap((target) => target.operations));
  const seen = ['*/*', 'pods/ephemeralcontainers'];
  const unseen = targets.flatMap(({ resources }) =>
    resources.filter((one) => one.includes('/') && !seen.includes(one)),
  );
  const limits = [
    ...(operations.has('DELETE') ? ['deletion with `enableDeleteOperations`'] : []),
    ...(operations.has('CONNECT') ? ['exec with `enableConnectOperations`'] : []),
    ...(unseen.length > 0 ? [`no ${[...unseen].sort().join(', ')}`] : []),
    ...targets.flatMap(({ group, version }) => (version === undefined ? [] : [`only ${group}/${version}`])),
  ];
  return limits.length === 0 ? 'yes' : `yes; ${limits.join('; ')}`;
}

/** The rules that quotas enforce, or the alternative in Kubernetes. */
const builtIn: Readonly<Record<string, string>> = {
  access: 'no; RBAC',
  events: 'no; RBAC',
  'host-access': 'no; Pod Security `baseline`',
  'managed-objects': 'no; RBAC',
  'namespace-creation': 'no; RBAC',
  namespaces: 'no; RBAC',
  'pod-affinity': 'no; a ResourceQuota with the scope `CrossNamespacePodAffinity`',
  'priority-classes': 'yes',
  'role-bindings': "no; RBAC, for the tenant's own users",
  services: 'load balancers; node ports, unless `LoadBalancer` is allowed, which uses node ports too',
  'storage-classes': 'no: a quota cannot exclude classes that it does not name',
  tolerations: 'no; PodTolerationRestriction',
};

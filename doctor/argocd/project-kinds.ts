import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type ApplicationObject, appliesWorkloads } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { matches } from './glob.ts';

/** Rules for the kinds that a project allows to its Applications. A project for workloads allows only their kinds. */
export function kindRules(project: ConfigObject, members: readonly ApplicationObject[]): readonly Finding[] {
  const isForWorkloads = members.every(appliesWorkloads);
  return [...(isForWorkloads ? [] : whitelistRules(project)), ...deniedKinds(project, members)];
}

const isKind = (entry: unknown, group: string, kind: string) =>
  matches(textAt(entry, 'group'), group) && matches(textAt(entry, 'kind'), kind);

/** Checks the kinds that a project must allow [sources: argocd-17]. */
function whitelistRules(project: ConfigObject): readonly Finding[] {
  const cluster = listAt(project.body, 'spec', 'clusterResourceWhitelist');
  const namespaced = valueAt(project.body, 'spec', 'namespaceResourceWhitelist');
  return [
    ...(cluster.some((one) => isKind(one, '', 'Namespace'))
      ? []
      : [
          error(project, {
            path: 'spec.clusterResourceWhitelist',
            message: 'the project does not allow the kind Namespace',
            fix: 'copy the list from plugin/install/access/project.yaml',
          }),
        ]),
    ...(Array.isArray(namespaced) && namespaced.length === 0
      ? [
          error(project, {
            path: 'spec.namespaceResourceWhitelist',
            message: 'an empty list allows nothing',
            fix: 'remove the list, or replace it with the list in plugin/install/access/project.yaml',
          }),
        ]
      : missingKinds(project, Array.isArray(namespaced) ? namespaced : undefined)),
  ];
}

/** Kinds that isolate the namespaces of tenants. */
const isolating = [
  ['', 'LimitRange'],
  ['', 'ResourceQuota'],
  ['networking.k8s.io', 'NetworkPolicy'],
] as const;

function missingKinds(project: ConfigObject, allowed: readonly unknown[] | undefined): readonly Finding[] {
  const denied = listAt(project.body, 'spec', 'namespaceResourceBlacklist');
  return isolating.flatMap(([group, kind]) => {
    const isDenied = denied.some((one) => isKind(one, group, kind));
    if (!isDenied && (!allowed || allowed.some((one) => isKind(one, group, kind)))) return [];
    const path = isDenied ? 'spec.namespaceResourceBlacklist' : 'spec.namespaceResourceWhitelist';
    const message = `the project does not allow the kind ${kind}, which isolates namespaces of tenants`;
    const fix = isDenied
      ? `change the list so that it does not match ${kind}`
      : 'copy the list from plugin/install/access/project.yaml';
    return [warning(project, { path, message, fix })];
  });
}

/**
 * Reports namespaced kinds that the project does not allow, although an Application applies them according to its
 * status.
 */
function deniedKinds(project: ConfigObject, members: readonly ApplicationObject[]): readonly Finding[] {
  const allowed = valueAt(project.body, 'spec', 'namespaceResourceWhitelist');
  if (!Array.isArray(allowed) || allowed.length === 0) return [];
  const applied = members
    .flatMap(({ body }) => listAt(body, 'status', 'resources'))
    .filter((one) => textAt(one, 'namespace') !== '');
  const kinds = new Map(applied.map((one) => [`${textAt(one, 'kind')}.${textAt(one, 'group')}`, one]));
  const known = isolating.map(([, kind]) => kind as string);
  const denied = [...kinds.values()].filter(
    (one) =>
      !known.includes(textAt(one, 'kind')) &&
      !allowed.some((entry) => isKind(entry, textAt(one, 'group'), textAt(one, 'kind'))),
  );
  return denied.map((one) =>
    error(project, {
      path: 'spec.namespaceResourceWhitelist',
      message: `the project does not allow the kind ${textAt(one, 'kind')}, which an Application applies`,
      fix: `add {group: "${textAt(one, 'group')}", kind: ${textAt(one, 'kind')}}`,
    }),
  );
}

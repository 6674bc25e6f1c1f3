import { asText } from '../../data/as-text.ts';
import { shortText } from '../../data/short-text.ts';
import { childrenOf, isMapping, listAt, mappingAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { fieldViolations } from '../pod-security/baseline.ts';
import type { PodViolation } from '../pod-security/pod-violation.ts';

/**
 * What the fields of a pod allow beyond the Pod Security level `baseline`, and placement that is reserved for system pods.
 */
export function podPrivileges(object: Tree): readonly string[] {
  return [...new Set(privilegedParts(object).flatMap(({ privileges }) => privileges))].sort();
}

/** The outermost pod or container with privileges, and all privileges in it. */
export interface PrivilegedPart {
  readonly part: Tree;
  readonly privileges: readonly string[];
}

/** Searches at every depth, because resources of unknown kinds contain pod templates too. */
export function privilegedParts(object: Tree): readonly PrivilegedPart[] {
  const found: PrivilegedPart[] = [];
  const pending: { readonly node: unknown; readonly outer?: string[] | undefined }[] = [{ node: object }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, outer } = next;
    const own = isMapping(node) ? privilegesAt(node) : [];
    const privileges = outer ?? (own.length > 0 ? [] : undefined);
    for (const privilege of own) privileges?.push(privilege);
    if (privileges && !outer) found.push({ part: node as Tree, privileges });
    for (const [, child] of childrenOf(node))
      if (typeof child === 'object' && child !== null) pending.push({ node: child, outer: privileges });
  }
  return found;
}

function privilegesAt(node: Tree): readonly string[] {
  const violations = fieldViolations(node, valueAt(node, 'hostUsers') === false);
  return [...violations.map((violation) => describe(violation, nameOf(node))), ...placement(node)];
}

function describe({ path, value }: PodViolation, owner: string): string {
  const [field = '', ...inner] = path[0] === 'securityContext' ? path.slice(1) : path;
  const text = asText(value);
  switch (field) {
    case 'privileged':
      return `${owner} is privileged`;
    case 'windowsOptions':
      return `${owner} sets windowsOptions.hostProcess`;
    case 'capabilities':
      return `${owner} adds the capability ${text}`;
    case 'sysctls':
      return `${owner} sets the sysctl ${text}`;
    case 'seLinuxOptions':
      return `${owner} sets seLinuxOptions.${inner[0]}`;
    case 'procMount':
    case 'seccompProfile':
    case 'appArmorProfile':
      return `${owner} has ${field} ${text}`;
    case 'volumes':
      return `hostPath ${textAt(value, 'path')} is mounted`;
    case 'ports':
      return `hostPort ${text} is used`;
    case 'hostNetwork':
    case 'hostPID':
    case 'hostIPC':
      return `${field} is ${text}`;
    default:
      return `${owner} has a probe or a hook that connects to the host ${text}`;
  }
}

function nameOf(node: Tree): string {
  return typeof node['name'] === 'string' ? `container ${shortText(node['name'])}` : 'the pod';
}

function placement(node: Tree): readonly string[] {
  const { nodeName, priorityClassName } = node;
  const critical = typeof priorityClassName === 'string' && priorityClassName.startsWith('system-');
  return [
    ...(Array.isArray(node['containers']) && typeof nodeName === 'string' ? [`nodeName is ${nodeName}`] : []),
    ...(critical ? [`priorityClassName is ${priorityClassName}`] : []),
    ...(usesControlPlane(node) ? ['pods can run on control-plane nodes'] : []),
  ];
}

const controlPlaneLabels = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/** Tolerates the taint of control-plane nodes, or selects these nodes, which have no taint in some clusters. */
function usesControlPlane(node: Tree): boolean {
  const tolerates = listAt(node, 'tolerations').map((toleration) => textAt(toleration, 'key'));
  const required = ['affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms'];
  const terms = listAt(node, ...required).flatMap((term) => listAt(term, 'matchExpressions'));
  const selected = terms.filter((term) => ['In', 'Exists'].includes(textAt(term, 'operator')));
  const keys = [
    ...tolerates,
    ...Object.keys(mappingAt(node, 'nodeSelector')),
    ...selected.map((one) => textAt(one, 'key')),
  ];
  return tolerates.includes('') || keys.some((key) => controlPlaneLabels.includes(key));
}

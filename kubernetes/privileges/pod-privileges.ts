import { asText } from '../../data/as-text.ts';
import { childrenOf, isMapping, listAt, mappingAt, type Tree, textAt, valueAt } from '../../data/tree.ts';

/**
 * What pods can do beyond the Pod Security level `baseline`, any added capability except the one of `restricted`, and
 * placement that is reserved for the cluster's own pods [sources: kubernetes-5]. Looks at every depth, because resources
 * of unknown kinds contain pod templates too.
 */
export function podPrivileges(object: Tree): readonly string[] {
  const found: string[] = [];
  const pending: unknown[] = [object];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isMapping(node)) found.push(...privilegesAt(node));
    for (const [, child] of childrenOf(node)) if (typeof child === 'object' && child !== null) pending.push(child);
  }
  return [...new Set(found)].sort();
}

function privilegesAt(node: Tree): readonly string[] {
  return [
    ...hostPrivileges(node),
    ...placement(node),
    ...contextPrivileges(mappingAt(node, 'securityContext')).map((what) => `${nameOf(node)} ${what}`),
  ];
}

function nameOf(node: Tree): string {
  return typeof node['name'] === 'string' ? `container ${node['name']}` : 'the pod';
}

const hostFields = ['hostNetwork', 'hostPID', 'hostIPC'];

function hostPrivileges(node: Tree): readonly string[] {
  const path = textAt(node, 'hostPath', 'path');
  const port = node['hostPort'];
  return [
    ...hostFields.filter((field) => node[field] === true).map((field) => `${field} is true`),
    ...(path === '' ? [] : [`hostPath ${path} is mounted`]),
    ...(typeof port === 'number' && port > 0 ? [`hostPort ${port} is used`] : []),
  ];
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

/** Tolerates the taint of control-plane nodes, or selects them: clusters exist that have no taint on them. */
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

function contextPrivileges(context: Tree): readonly string[] {
  const added = listAt(context, 'capabilities', 'add').filter((name) => name !== 'NET_BIND_SERVICE');
  const proc = valueAt(context, 'procMount') ?? 'Default';
  const profiles = ['seccompProfile', 'appArmorProfile'].filter(
    (field) => valueAt(context, field, 'type') === 'Unconfined',
  );
  return [
    ...(context['privileged'] === true ? ['is privileged'] : []),
    ...(valueAt(context, 'windowsOptions', 'hostProcess') === true ? ['is a host process'] : []),
    ...added.map((name) => `adds the capability ${asText(name)}`),
    ...(proc === 'Default' ? [] : [`has procMount ${asText(proc)}`]),
    ...profiles.map((field) => `has ${field} Unconfined`),
    ...labelsOf(mappingAt(context, 'seLinuxOptions')),
    ...listAt(context, 'sysctls').map((sysctl) => `sets the sysctl ${asText(valueAt(sysctl, 'name'))}`),
  ];
}

const containerTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'];

function labelsOf(options: Tree): readonly string[] {
  const own = ['user', 'role'].filter((field) => textAt(options, field) !== '');
  const type = textAt(options, 'type');
  return [...own, ...(containerTypes.includes(type) ? [] : ['type'])].map((field) => `sets seLinuxOptions.${field}`);
}

import { groupVersion } from '../../kubernetes/api-version.ts';
import type { GateProblem, GateTarget } from './gate-target.ts';
import type { StructuredObject } from './structure.ts';

/** Rejects Namespaces, objects outside of the target's namespace, and cluster-scoped objects of tenants. */
export function targetProblem(
  { apiVersion, kind, metadata }: StructuredObject,
  target: GateTarget,
): GateProblem | undefined {
  const { group } = groupVersion(apiVersion);
  const label = `${kind} ${metadata.name}`;
  if (kind === 'Namespace' && group === '') {
    const message = `${label} cannot come from a Template: what is in a namespace follows from its labels`;
    return { code: 'foreign-namespace', message, fix: 'add the namespace to its tenant' };
  }
  const isClusterScoped = target.settings.templates.isClusterScoped(group, kind);
  if (isClusterScoped && target.author.sort === 'tenant') {
    const message = `${label} has no namespace, and an instance in a tenant's directory renders only objects of its namespace`;
    return { code: 'not-granted', message, fix: "move the instance to the Platform's directory" };
  }
  if (isClusterScoped) return repeatedProblem(label, metadata.name, target);
  const stated = metadata.namespace ?? '';
  if (stated === '' || stated === target.namespace) return undefined;
  const message = `${label} would be created in namespace ${stated}, which is not the one that the Template is put into`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what the user is to write
  return { code: 'foreign-namespace', message, fix: 'leave metadata.namespace out, or write ${namespace}' };
}

/** Rejects cluster-scoped objects that several namespaces would render with the same name. */
function repeatedProblem(
  label: string,
  name: string,
  { isRepeated, namespace }: Pick<GateTarget, 'isRepeated' | 'namespace'>,
): GateProblem | undefined {
  if (!isRepeated || name.includes(namespace)) return undefined;
  const message = `${label} has no namespace, and would be rendered once more for each namespace`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what the user is to write
  return { code: 'duplicate-object', message, fix: 'put ${namespace} into its name' };
}

import { groupVersion } from '../../kubernetes/api-version.ts';
import type { GateProblem, GateTarget } from './gate-target.ts';
import type { StructuredObject } from './structure.ts';

/**
 * Rejects Namespaces, objects that set another namespace, and cluster-scoped objects of untrusted authors or with the same name
 * for several namespaces.
 */
export function targetProblem(
  { apiVersion, kind, metadata }: StructuredObject,
  target: GateTarget,
): GateProblem | undefined {
  const { group } = groupVersion(apiVersion);
  const label = `${kind} ${metadata.name}`;
  if (kind === 'Namespace' && group === '') {
    const message = `${label} cannot come from a Template, because its labels determine its tenant and its policies`;
    return { code: 'foreign-namespace', message, fix: 'add the namespace to a tenant' };
  }
  const isClusterScoped = target.settings.templates.isClusterScoped(group, kind);
  if (isClusterScoped && target.author.sort === 'tenant') {
    const message = `${label} is cluster-scoped, but an instance with values from a tenant's directory can render only objects in its namespace`;
    return {
      code: 'not-granted',
      message,
      fix: "move the instance to the Platform's directory, with values that the platform writes",
    };
  }
  if (isClusterScoped) return repeatedProblem(label, metadata.name, target);
  const stated = metadata.namespace ?? '';
  if (stated === '' || stated === target.namespace) return undefined;
  const message = `${label} sets namespace ${stated}, which is not the target namespace`;
  return { code: 'foreign-namespace', message, fix: 'delete metadata.namespace' };
}

/** Rejects cluster-scoped objects that several namespaces would render with the same name. */
function repeatedProblem(
  label: string,
  name: string,
  { isRepeated, namespace }: Pick<GateTarget, 'isRepeated' | 'namespace'>,
): GateProblem | undefined {
  if (!isRepeated || name.includes(namespace)) return undefined;
  const message = `${label} is cluster-scoped and would be rendered once for each namespace`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder for the user to write
  const fix = 'add the namespace to the name of the object: ${namespace} in manifests, {{ .namespace }} in gotemplate';
  return { code: 'duplicate-object', message, fix };
}

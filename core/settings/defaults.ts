import { type Defaults, defaultKeys } from '../../admission/defaults.ts';
import type { Bodies } from '../../build/contracts.ts';
import type { Labels } from '../../templates/views.ts';

type Spec = NonNullable<Bodies['platform']['spec']['enforcement']>;

/** The first version in which MutatingAdmissionPolicy is stable [sources: kubernetes-9]. */
export const defaultsVersion = '1.36';

/** The defaults of a tenant, as annotations of its namespaces. */
export function defaultAnnotations(tenant: string, { defaults = [] }: Spec): Labels {
  const own = defaults.filter(({ tenants }) => !tenants || tenants.includes(tenant)).map(linesOf);
  const combined: Defaults = Object.assign({}, ...own);
  const entries = Object.entries(combined).map(([name, lines]) => {
    return [defaultKeys[name as keyof Defaults], lines.join('\n')] as const;
  });
  return Object.fromEntries(entries);
}

function linesOf(entry: NonNullable<Spec['defaults']>[number]): Defaults {
  const { imagePullSecrets, ingressClass, nodeSelector, podAnnotations, podLabels, storageClass } = entry;
  return {
    ...(imagePullSecrets ? { imagePullSecrets } : {}),
    ...(ingressClass === undefined ? {} : { ingressClass: [ingressClass] }),
    ...(nodeSelector ? { nodeSelector: pairs(nodeSelector) } : {}),
    ...(podAnnotations ? { podAnnotations: pairs(podAnnotations) } : {}),
    ...(podLabels ? { podLabels: pairs(podLabels) } : {}),
    ...(storageClass === undefined ? {} : { storageClass: [storageClass] }),
  };
}

function pairs(map: Labels): readonly string[] {
  return Object.entries(map)
    .map(([key, value]) => `${key}=${value}`)
    .sort();
}

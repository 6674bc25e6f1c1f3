import type { Bodies } from '../../build/contracts.ts';
import { clusterScoped } from '../../kubernetes/cluster-scoped.ts';
import { groupKind } from '../../kubernetes/object-id.ts';

/** What all Templates are rendered with. */
export interface TemplateSettings {
  /** How mapped Secrets come into a namespace; undefined when the platform has not said. */
  readonly secrets: 'external-secrets' | 'reflector' | undefined;
  readonly configMaps: 'reflector' | undefined;
  /** Where External Secrets finds a source, with `${namespace}` and `${name}` for the source's own. */
  readonly externalSecrets: { readonly store: string; readonly key: string; readonly refreshInterval: string };
  isClusterScoped(group: string, kind: string): boolean;
}

type Spec = NonNullable<Bodies['platform']['spec']['templates']>;

export function templateSettings(spec: Spec): TemplateSettings {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text stands for the source's own
  const { store = 'secrets-of-${namespace}', key = '${name}', refreshInterval = '1h' } = spec.externalSecrets ?? {};
  const own = new Set(spec.clusterScoped ?? []);
  return {
    secrets: spec.secrets,
    configMaps: spec.configMaps,
    externalSecrets: { store, key, refreshInterval },
    isClusterScoped: (group, kind) => {
      const name = groupKind(group, kind);
      return group === 'constraints.gatekeeper.sh' || clusterScoped.has(name) || own.has(name);
    },
  };
}

import type { Bodies } from '../../build/contracts.ts';
import { clusterScoped } from '../../kubernetes/cluster-scoped.ts';
import { groupKind } from '../../kubernetes/object-id.ts';

export interface TemplateSettings {
  /** How mapped Secrets are copied into a namespace. Undefined if the Platform does not set it. */
  readonly secrets: 'external-secrets' | 'reflector' | undefined;
  readonly configMaps: 'reflector' | undefined;
  /** Where External Secrets finds a source Secret. `${namespace}` and `${name}` are placeholders for the source. */
  readonly externalSecrets: { readonly store: string; readonly key: string; readonly refreshInterval: string };
  isClusterScoped(group: string, kind: string): boolean;
}

type Spec = NonNullable<Bodies['platform']['spec']['templates']>;

export function templateSettings(spec: Spec): TemplateSettings {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are placeholders, not template literals
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

import { type Emit, emit } from '../../../core/print/shape.ts';
import type { MetaView } from '../../../templates/views.ts';
import { putIn } from './references.ts';
import type { Target } from './target.ts';

interface Source {
  readonly name: string;
  readonly namespace: string;
}

/**
 * Mapped Secrets and ConfigMaps [sources: mto-28]. Their data is not in Git, so each becomes an object that makes a
 * controller copy it inside the cluster. The Platform chooses the controller.
 */
export function mappings(target: Target): readonly Emit[] {
  const { secrets = [], configMaps = [] } = target.template.body.resources?.resourceMappings ?? {};
  const { templates } = target.world.settings;
  const wanted = (sources: readonly Source[], kind: string, way: string | undefined) =>
    way !== undefined || sources.length === 0
      ? sources.filter((source) => isMapped(source, kind, target))
      : untold(kind, target);
  return [
    ...wanted(secrets, 'Secret', templates.secrets).map((source) =>
      templates.secrets === 'reflector'
        ? emit('secret-mirror', mirror(source, target))
        : externalSecret(source, target),
    ),
    ...wanted(configMaps, 'ConfigMap', templates.configMaps).map((source) =>
      emit('config-map-mirror', mirror(source, target)),
    ),
  ];
}

function untold(kind: string, { template, tell }: Target): readonly [] {
  const [field, choices] =
    kind === 'Secret' ? ['secrets', ['external-secrets', 'reflector']] : ['configMaps', ['reflector']];
  const message = `Template ${template.name} maps a ${kind}, whose data is never copied through Git; the Platform does not say what copies it`;
  tell('missing-field', message, { fix: `set spec.templates.${field} in the Platform to ${choices.join(' or ')}` });
  return [];
}

/** An instance of a tenant reaches that tenant's namespaces alone; the platform's own, a ClusterTemplateInstance, all. */
function isMapped({ name, namespace }: Source, kind: string, target: Target): boolean {
  if (namespace === target.namespace) return false;
  if (target.isOneOfMany || target.world.namespace(namespace)?.tenant === target.tenant) return true;
  const message = `Template ${target.template.name} maps ${kind} ${namespace}/${name}, which is not of the same tenant`;
  target.tell('foreign-namespace', message, { fix: 'use a ClusterTemplateInstance, which may map from anywhere' });
  return false;
}

function meta({ name }: Source, { namespace }: Target): MetaView {
  return { name, namespace, labels: {}, annotations: {} };
}

/** An empty object that the reflector fills, once the source's own annotations allow it. */
function mirror(source: Source, target: Target): MetaView {
  const annotations = { 'reflector.v1.k8s.emberstack.com/reflects': `${source.namespace}/${source.name}` };
  return { ...meta(source, target), annotations };
}

function externalSecret(source: Source, target: Target): Emit {
  const { store, key, refreshInterval } = target.world.settings.templates.externalSecrets;
  const own = (text: string) =>
    putIn(text, (field) => (field === 'name' || field === 'namespace' ? source[field] : undefined));
  return emit('external-secret-copy', { ...meta(source, target), refreshInterval, store: own(store), key: own(key) });
}

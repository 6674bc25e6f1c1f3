import type { ForeignObject } from '../../../core/gate/foreign-object.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import { leavesOf } from '../../../data/leaves.ts';
import type { MetaView } from '../../../templates/views.ts';
import { interpolate } from './references.ts';
import type { TemplateTarget } from './template-target.ts';

interface Source {
  readonly name: string;
  readonly namespace: string;
}

interface MappingSource extends Source {
  readonly type?: string;
}

/** A Secret with its type. False omits the type, and Kubernetes then uses Opaque. */
interface TypedSource extends Source {
  readonly type: string | false;
}

/**
 * Mapped Secrets and ConfigMaps [sources: mto-28]. Their data is not in Git, so each is rendered as an object for a controller
 * that copies the data in the cluster. The Platform selects the controller.
 */
export function mappings(target: TemplateTarget, objects: readonly ForeignObject[]): readonly Emit[] {
  const { secrets = [], configMaps = [] } = target.template.body.resources?.resourceMappings ?? {};
  const { templates } = target.world.settings;
  const pullSecrets = pullSecretsOf(objects);
  const typed = (source: MappingSource) => ({ ...source, type: source.type ?? defaultType(source.name, pullSecrets) });
  const wanted = (sources: readonly MappingSource[], kind: string, controller: string | undefined) =>
    controller !== undefined || sources.length === 0
      ? sources.filter((source) => isMapped(source, kind, target))
      : reportNoController(kind, target);
  return [
    ...wanted(secrets, 'Secret', templates.secrets)
      .map(typed)
      .map((source) =>
        templates.secrets === 'reflector'
          ? emit('secret-mirror', { ...mirror(source, target), type: source.type })
          : externalSecret(source, target),
      ),
    ...wanted(configMaps, 'ConfigMap', templates.configMaps).map((source) =>
      emit('config-map-mirror', mirror(source, target)),
    ),
  ];
}

/** Names in `imagePullSecrets` of the Template's own objects, at any depth. */
function pullSecretsOf(objects: readonly ForeignObject[]): ReadonlySet<string> {
  const names = leavesOf(objects.map(({ rest }) => rest)).filter(({ path }) => path.at(-3) === 'imagePullSecrets');
  return new Set(names.map(({ value }) => String(value)));
}

/** The kubelet ignores pull secrets of the type Opaque, the default. */
function defaultType(name: string, pullSecrets: ReadonlySet<string>): string | false {
  return pullSecrets.has(name) && 'kubernetes.io/dockerconfigjson';
}

function reportNoController(kind: string, { template, report }: TemplateTarget): readonly [] {
  const [field, choices] =
    kind === 'Secret' ? ['secrets', ['external-secrets', 'reflector']] : ['configMaps', ['reflector']];
  const message = `Template ${template.name} maps a ${kind}, but no Platform specifies which controller copies it`;
  report('missing-field', message, { fix: `set spec.templates.${field} in the Platform to ${choices.join(' or ')}` });
  return [];
}

/** A TemplateInstance can map only from namespaces of its tenant, a ClusterTemplateInstance from all namespaces. */
function isMapped({ name, namespace }: MappingSource, kind: string, target: TemplateTarget): boolean {
  if (namespace === target.namespace) return false;
  if (target.isClusterInstance || target.world.namespace(namespace)?.tenant === target.tenant) return true;
  const message = `Template ${target.template.name} maps ${kind} ${namespace}/${name}, whose namespace does not belong to the tenant`;
  target.report('foreign-namespace', message, {
    fix: `use a ClusterTemplateInstance${target.isDelegated ? " in the Platform's directory" : ''}, which can map from any namespace`,
  });
  return false;
}

function meta({ name }: Source, { namespace }: TemplateTarget): MetaView {
  return { name, namespace, labels: {}, annotations: {} };
}

/** An empty object that the reflector fills if the source's annotations allow it. */
function mirror(source: Source, target: TemplateTarget): MetaView {
  const annotations = { 'reflector.v1.k8s.emberstack.com/reflects': `${source.namespace}/${source.name}` };
  return { ...meta(source, target), annotations };
}

function externalSecret(source: TypedSource, target: TemplateTarget): Emit {
  const { store, key, refreshInterval } = target.world.settings.templates.externalSecrets;
  const fill = (text: string) =>
    interpolate(text, (field) => (field === 'name' || field === 'namespace' ? source[field] : undefined));
  const place = { store: fill(store), key: fill(key), type: source.type };
  return emit('external-secret-copy', { ...meta(source, target), refreshInterval, ...place });
}

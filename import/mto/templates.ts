import { isMapping, listAt, type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { readSelector, selects } from '../../kubernetes/label-selector.ts';
import type { FieldReference, SourceFact } from '../effect/fact.ts';
import { objectFacts } from '../effect/objects.ts';
import { labelsOf } from './metadata.ts';
import type { MtoNamespace, MtoTenant } from './scope.ts';
import type { MtoResource } from './written.ts';

/** The objects of Templates in namespaces with an instance and in namespaces that a cluster instance selects. */
export function templateFacts(tenants: readonly MtoTenant[], resources: readonly MtoResource[]): readonly SourceFact[] {
  const settings = resources.find(({ id }) => id === 'mto-integration-config');
  const templates = new Map(
    resources.filter(({ id }) => id === 'mto-template').map((one) => [textAt(one.body, 'metadata', 'name'), one]),
  );
  const instances = resources.filter(
    ({ id }) => id === 'mto-template-instance' || id === 'mto-cluster-template-instance',
  );
  return instances.flatMap((instance) => {
    const following = valueAt(instance.body, 'spec', 'sync') === true ? [] : [unsynced(instance)];
    const template = templates.get(textAt(instance.body, 'spec', 'template'));
    if (!template) return following;
    const facts = tenants.flatMap((tenant) =>
      targetsOf(instance, tenant, settings).flatMap((namespace) =>
        manifestFacts({ instance, template, tenant, namespace }),
      ),
    );
    return [...facts, ...following];
  });
}

/**
 * The difference for an instance without `sync`: MTO leaves its objects unchanged when the Template or a parameter changes
 * [sources: mto-29].
 */
function unsynced(instance: MtoResource): SourceFact {
  return {
    aspect: 'behavior',
    instead: 'different',
    text: 'without sync, MTO creates the objects once; here they always follow the Template, and Argo CD reverts edits',
    from: [instance.field(['spec', 'template']), instance.field(['spec', 'sync'])],
  };
}

function targetsOf(instance: MtoResource, tenant: MtoTenant, settings: MtoResource | undefined): readonly string[] {
  if (instance.id === 'mto-template-instance') {
    const own = textAt(instance.body, 'metadata', 'namespace');
    return tenant.namespaces.filter(({ name }) => name === own).map(({ name }) => name);
  }
  const selector = readSelector(valueAt(instance.body, 'spec', 'selector'));
  const added: MtoNamespace = {
    name: tenant.newNamespace,
    sandbox: undefined,
    from: [],
    source: undefined,
    isListed: true,
  };
  return [...tenant.namespaces, added]
    .filter((one) => selector && selects(selector, labelsOf(one, tenant, settings)))
    .map(({ name }) => name);
}

interface Placement {
  readonly instance: MtoResource;
  readonly template: MtoResource;
  readonly tenant: MtoTenant;
  readonly namespace: string;
}

const manifests: Path = ['resources', 'manifests'];

function manifestFacts({ instance, template, tenant, namespace }: Placement): readonly SourceFact[] {
  const values = valuesOf({ instance, template, tenant, namespace });
  const head = [
    instance.field(['spec', 'template']),
    instance.field(['spec', 'selector']),
    instance.field(['spec', 'sync']),
  ];
  return listAt(template.body, ...manifests).flatMap((manifest, index) => {
    if (!isMapping(manifest)) return [];
    const path = [...manifests, index];
    const from = [...head, template.field(path), ...parameterFields(manifest, instance, template)];
    return objectFacts(withValues(manifest, values) as Tree, namespace).map((fact) => ({ ...fact, from }));
  });
}

/**
 * The values of parameters. Predefined names override parameters of the instance, which override parameters of the
 * Template [sources: mto-25].
 */
function valuesOf({ instance, template, tenant, namespace }: Placement): ReadonlyMap<string, string> {
  const given = (list: readonly unknown[]) => list.map((one) => [textAt(one, 'name'), textAt(one, 'value')] as const);
  return new Map([
    ...given(listAt(template.body, 'parameters')),
    ...given(listAt(instance.body, 'spec', 'parameters')),
    ...['namespace', 'NAMESPACE'].map((name) => [name, namespace] as const),
    ...['tenant', 'TENANT'].map((name) => [name, tenant.name] as const),
  ]);
}

/** The parameters that the manifest uses. */
function parameterFields(manifest: Tree, instance: MtoResource, template: MtoResource): readonly FieldReference[] {
  const text = JSON.stringify(manifest);
  const used = (resource: MtoResource, path: Path) =>
    [...listAt(resource.body, ...path).entries()]
      .filter(([, one]) => text.includes(`{${textAt(one, 'name')}}`))
      .map(([index]) => resource.field([...path, index]));
  return [...used(template, ['parameters']), ...used(instance, ['spec', 'parameters'])];
}

/**
 * Replaces parameters. `${NAME}` inserts text, and `$${NAME}` escapes it. A text that consists of `${{NAME}}` becomes the value
 * [sources: mto-24].
 */
function withValues(value: unknown, values: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withValues(item, values));
  if (isMapping(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withValues(inner, values)]));
  if (typeof value !== 'string') return value;
  const [, whole] = /^\$\{\{([A-Za-z0-9_]+)\}\}$/.exec(value) ?? [];
  const found = whole === undefined ? undefined : values.get(whole);
  if (found !== undefined) return scalar(found);
  return value.replaceAll(/\$?\$\{([A-Za-z0-9_]+)\}/g, (source, name: string) =>
    source.startsWith('$$') ? source.slice(1) : (values.get(name) ?? source),
  );
}

function scalar(text: string): unknown {
  if (/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text)) return Number(text);
  return text === 'true' ? true : text === 'false' ? false : text;
}

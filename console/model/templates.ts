import { contracts } from '../../build/contracts.ts';
import type { Resource } from '../../core/kind/resource.ts';
import { isMapping, listAt, textAt, valueAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { type Source, sourceFinder } from './source.ts';
import type { World } from './world.ts';

/** A Template with the documents that use it. */
export interface TemplateView {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly instances: readonly InstanceView[];
  readonly source: Source | undefined;
}

export interface Parameter {
  readonly name: string;
  /** The default or, for an instance, the value; empty if there is none. */
  readonly value: string;
  readonly isRequired: boolean;
}

/** A document that applies a Template. */
export interface InstanceView {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly template: string;
  /** Namespaces that it renders objects into. */
  readonly namespaces: readonly string[];
  readonly objects: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly source: Source | undefined;
}

/** Every Template with its instances. Instances of an undefined Template are listed under its name. */
export function templateViews(world: World): readonly TemplateView[] {
  const { resources } = world.all();
  const kindOf = ({ kind }: Resource) => contracts[kind].kind as string;
  const templates = resources.filter((one) => kindOf(one) === 'Template');
  const using = resources.filter((one) => kindOf(one).endsWith('Instance') && templateOf(one) !== '');
  const find = sourceFinder([...templates, ...using], world);
  const instances = using.map((one) => instanceView(one, kindOf(one), { world, source: find(one.origin) }));
  const names = [...new Set([...templates.map(({ name }) => name), ...instances.map(({ template }) => template)])];
  return names.sort().map((name) => {
    const template = templates.find((one) => one.name === name);
    return {
      name,
      parameters: parametersOf(valueAt(template?.body, 'parameters')),
      instances: instances.filter((one) => one.template === name),
      source: find(template?.origin),
    };
  });
}

function templateOf({ body }: Resource): string {
  return textAt(body, 'spec', 'template');
}

interface Place {
  readonly world: World;
  readonly source: Source | undefined;
}

function instanceView(resource: Resource, kind: string, { world, source }: Place): InstanceView {
  const { name, namespace, origin, body } = resource;
  const objects = world.all().objects.filter((object) => object.origin === origin);
  return {
    kind,
    name,
    namespace,
    template: templateOf(resource),
    namespaces: [...new Set(objects.map(({ id }) => id.namespace))].sort(),
    objects: objects.map(({ id }) => formatId(id)),
    parameters: parametersOf(valueAt(body, 'spec', 'parameters')),
    source,
  };
}

function parametersOf(list: unknown): readonly Parameter[] {
  return listAt({ list }, 'list')
    .filter(isMapping)
    .map((one) => ({
      name: textAt(one, 'name'),
      value: textAt(one, 'value'),
      isRequired: valueAt(one, 'required') === true,
    }));
}

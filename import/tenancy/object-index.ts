import { groupBy } from '../../data/group-by.ts';
import { memo } from '../../data/memo.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

type Objects = readonly ExportedObject[];

const namespacesOf = memo((objects: Objects) => {
  const namespaces = objects.filter((one) => one.kind === 'Namespace' && one.group === '');
  return groupBy(namespaces, ({ name }) => name);
});

/** The Namespace with this name, if the export contains it. */
export function namespaceIn(objects: Objects, name: string): ExportedObject | undefined {
  return namespacesOf(objects).get(name)?.[0];
}

const byKindAndName = memo((objects: Objects) => groupBy(objects, kindAndName));

/** The objects of all namespaces with the kind and name of an object. */
export function namesakesIn(objects: Objects, { group, kind, name }: ExportedObject): Objects {
  return byKindAndName(objects).get(kindAndName({ group, kind, name })) ?? [];
}

/** An ID without a namespace, which is the same for an object and its copies. */
export function kindAndName({ group, kind, name }: Pick<ExportedObject, 'group' | 'kind' | 'name'>): string {
  return formatId({ group, kind, name, namespace: '' });
}

const positionsIn = memo((objects: Objects) => new Map(objects.map((one, index) => [one, index])));
const byNamespace = memo((objects: Objects) => groupBy(objects, ({ namespace }) => namespace));

/** The objects of `some` in the namespaces, in their order in `some`. */
export function objectsIn(some: Objects, namespaces: Iterable<string>): Objects {
  const positions = positionsIn(some);
  const positionOf = (one: ExportedObject) => positions.get(one) ?? 0;
  const found = [...new Set(namespaces)].flatMap((name) => byNamespace(some).get(name) ?? []);
  return found.sort((a, b) => positionOf(a) - positionOf(b));
}

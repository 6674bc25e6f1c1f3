import { type Path, textEntriesAt } from '../../data/tree.ts';
import type { FieldReference, SourceFact } from '../effect/fact.ts';
import { effectiveBody, objectFacts } from '../effect/objects.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

/** An object of the export that an operator copies. */
export interface CopiedObject {
  readonly source: ExportedObject;
  /** Labels and annotations that only the operator reads. */
  readonly isDropped: (key: string) => boolean;
}

/** The facts of an object or its copy in a namespace. */
export function copyFacts({ source, isDropped }: CopiedObject, namespace: string): readonly SourceFact[] {
  const body = withoutKeys(source, isDropped);
  const facts = objectFacts(body, namespace);
  const head: readonly Path[] = [['apiVersion'], ['kind'], ['metadata']];
  return facts.map((fact, index) => ({
    ...fact,
    from: [...head, ...ownPaths(fact, index)].map((path): FieldReference => ({ source, path })),
    ...(fact.aspect === 'object' ? {} : { objectName: source.name }),
  }));
}

/** The fields of the object that cause the fact. */
function ownPaths(fact: SourceFact | ReturnType<typeof objectFacts>[number], index: number): readonly Path[] {
  switch (fact.aspect) {
    case 'access':
      return [['roleRef'], ['subjects', index]];
    case 'quota':
      return [
        ['spec', 'hard', fact.resource],
        ['spec', 'scopes'],
        ['spec', 'scopeSelector'],
      ];
    case 'limit':
      return [['spec', 'limits', index]];
    default:
      return [[]];
  }
}

function withoutKeys(source: ExportedObject, isDropped: (key: string) => boolean) {
  const body = effectiveBody(source.body);
  const kept = (field: string) =>
    Object.fromEntries(textEntriesAt(body, 'metadata', field).filter(([key]) => !isDropped(key)));
  const maps = (['labels', 'annotations'] as const)
    .map((field) => [field, kept(field)] as const)
    .filter(([, map]) => Object.keys(map).length > 0);
  return { ...body, metadata: { name: source.name, ...Object.fromEntries(maps) } };
}

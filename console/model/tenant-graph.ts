import type { TenantView } from './tenant-view.ts';

/** A graph from a tenant's documents to its namespaces and their objects. */
export interface TenantGraph {
  readonly nodes: readonly GraphNode[];
  /** The `id` of nodes. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** `objects` counts the objects that a document renders or a namespace contains. */
export type GraphNode =
  | { readonly id: 'tenant'; readonly sort: 'tenant'; readonly name: string; readonly objects: number }
  | {
      readonly id: string;
      readonly sort: 'document';
      readonly name: string;
      readonly file: string;
      readonly line: number;
      readonly objects: number;
    }
  | {
      readonly id: string;
      readonly sort: 'namespace';
      /** Empty for objects without a namespace. */
      readonly name: string;
      readonly objects: number;
      /** How many objects of each kind are in the namespace. */
      readonly kinds: Readonly<Record<string, number>>;
    };

export function tenantGraph({ name, documents, namespaces, objects }: TenantView): TenantGraph {
  const root: GraphNode = { id: 'tenant', sort: 'tenant', name, objects: objects.length };
  const sources = documents.map(({ label, file, line, objects: count }): GraphNode => {
    return { id: `document ${file}:${line}`, sort: 'document', name: label, file, line, objects: count };
  });
  const used = objects.filter(({ id }) => id.kind !== 'Namespace').map(({ id }) => id.namespace);
  const names = [...new Set([...namespaces.map((one) => one.name), ...used])].sort();
  const spaces = names.map((space): GraphNode => {
    const inside = objects.filter(({ id }) => id.namespace === space);
    const kinds: Record<string, number> = {};
    for (const { id } of inside) kinds[id.kind] = (kinds[id.kind] ?? 0) + 1;
    return { id: `namespace ${space}`, sort: 'namespace', name: space, objects: inside.length, kinds };
  });
  const edges = [
    ...sources.map(({ id }) => ({ from: id, to: root.id })),
    ...spaces.map(({ id }) => ({ from: root.id, to: id })),
  ];
  return { nodes: [root, ...sources, ...spaces], edges };
}

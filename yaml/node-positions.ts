/** For each mapping or list, and for the list of documents, the offsets of the key and the value of each entry. */
export type NodePositions = Map<object, Map<string | number, NodePosition>>;

interface NodePosition {
  readonly key: number;
  readonly value: number;
}

export function recordPosition(
  positions: NodePositions,
  { container, step }: { readonly container: object; readonly step: string | number },
  position: NodePosition,
): void {
  const entries = positions.get(container) ?? new Map<string | number, NodePosition>();
  positions.set(container, entries.set(step, position));
}

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The imports of each file or folder. Type imports count. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The imports between files, relative to the checkout. Omits imports of files that are not listed, such as packages. */
export function fileGraph(files: readonly string[]): ImportGraph {
  const known = new Set(files);
  return new Map(files.map((file) => [file, new Set(importsOf(file).filter((path) => known.has(path)))]));
}

/** The imports between folders, or between the groups that `groupOf` returns. Omits imports within a group. */
export function groupGraph(graph: ImportGraph, groupOf: (file: string) => string = dirname): ImportGraph {
  const groups = new Map<string, Set<string>>();
  for (const [file, imported] of graph) {
    const from = groupOf(file);
    const targets = groups.get(from) ?? new Set();
    groups.set(from, targets);
    for (const to of [...imported].map(groupOf)) if (to !== from) targets.add(to);
  }
  return groups;
}

/** The imports that are part of a cycle, as `a -> b`; empty if there is no cycle. */
export function cyclesIn(graph: ImportGraph): readonly string[] {
  const inner = withoutEnds(graph);
  const reach = new Map([...inner.keys()].map((node) => [node, reachableFrom(node, inner)]));
  return [...inner].flatMap(([node, targets]) =>
    [...targets].filter((target) => target !== node && reach.get(target)?.has(node)).map((to) => `${node} -> ${to}`),
  );
}

/** The graph without nodes from which every path ends. They cannot be part of a cycle. */
function withoutEnds(graph: ImportGraph): ImportGraph {
  let inner = graph;
  for (let count = -1; count !== inner.size; ) {
    count = inner.size;
    const nodes = inner;
    inner = new Map([...nodes].filter(([, targets]) => [...targets].some((target) => nodes.has(target))));
  }
  return inner;
}

/** The nodes that a node reaches; it reaches itself only through a cycle. */
export function reachableFrom(start: string, graph: ImportGraph): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [...(graph.get(start) ?? [])];
  for (const node of queue) {
    if (reached.has(node)) continue;
    reached.add(node);
    queue.push(...(graph.get(node) ?? []));
  }
  return reached;
}

/** The paths that a file imports, exports from or loads on demand by a relative path. Returns them relative to the checkout. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const { module } = parseSync(file, text);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  const paths = requests.filter((path) => path.startsWith('.')).map((path) => join(dirname(file), path));
  // The types of generated JavaScript are next to it.
  return paths.map((path) => (path.startsWith('build/') ? path.replace(/\.js$/, '.d.ts') : path));
}

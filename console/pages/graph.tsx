import { Graph as Layers, layout } from '@dagrejs/dagre';
import { link } from '../app/state.ts';
import { texts } from '../app/texts.ts';
import { type GraphNode, tenantGraph } from '../model/tenant-graph.ts';
import type { TenantView } from '../model/tenant-view.ts';

interface Node {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly sort: GraphNode['sort'];
  readonly href: string;
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

interface Placed extends Node {
  readonly x: number;
  readonly y: number;
}

const box = { width: 250, height: 54 };

/** The documents of a tenant, and the namespaces and objects that they render. */
export function Graph({ tenant }: { readonly tenant: TenantView }) {
  const { nodes, edges } = graphOf(tenant);
  const { placed, lines, width, height } = arrange(nodes, edges);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="card flush graph" aria-label={texts.tabs.graph} tabIndex={0}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        <title>{tenant.name}</title>
        {lines.map((line) => (
          <path key={line} class="edge" d={line} />
        ))}
        {placed.map((node) => (
          <NodeBox key={node.id} node={node} />
        ))}
      </svg>
    </section>
  );
}

function NodeBox({ node: { title, detail, sort, href, x, y } }: { readonly node: Placed }) {
  return (
    <a href={href} class={`node ${sort}`}>
      <rect x={x - box.width / 2} y={y - box.height / 2} width={box.width} height={box.height} rx="8" />
      <text x={x - box.width / 2 + 14} y={y - 3} class="node-title">
        {shorten(title)}
      </text>
      <text x={x - box.width / 2 + 14} y={y + 15} class="node-detail">
        {shorten(detail)}
      </text>
    </a>
  );
}

function shorten(text: string): string {
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}

function graphOf(tenant: TenantView): { readonly nodes: readonly Node[]; readonly edges: readonly Edge[] } {
  const { nodes, edges } = tenantGraph(tenant);
  return { nodes: nodes.map((node) => ({ id: node.id, sort: node.sort, ...described(node, tenant.name) })), edges };
}

function described(node: GraphNode, tenant: string): Pick<Node, 'title' | 'detail' | 'href'> {
  const { name, objects } = node;
  if (node.sort === 'tenant') return { title: name, detail: texts.tenant, href: link(['tenants', name]) };
  if (node.sort === 'document') {
    const { file, line } = node;
    const href = link(['edit'], { file, line: String(line) });
    return { title: name, detail: `${file.split('/').at(-1)}:${line}`, href };
  }
  return {
    title: name === '' ? texts.object.cluster : name,
    detail: texts.count(objects, 'object', 'objects'),
    href: link(['tenants', tenant, 'objects'], { q: name === '' ? '' : `${name}/` }),
  };
}

function arrange(nodes: readonly Node[], edges: readonly Edge[]) {
  const graph = new Layers();
  graph.setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 70, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...box });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const placed = nodes.map((node): Placed => {
    const { x = 0, y = 0 } = graph.node(node.id);
    return { ...node, x, y };
  });
  const byId = new Map(placed.map((node) => [node.id, node]));
  return { placed, lines: edges.flatMap((edge) => lineOf(edge, byId)), width, height };
}

function lineOf({ from, to }: Edge, nodes: ReadonlyMap<string, Placed>): readonly string[] {
  const [start, end] = [nodes.get(from), nodes.get(to)];
  if (!start || !end) return [];
  const [x1, x2] = [start.x + box.width / 2, end.x - box.width / 2];
  const middle = (x1 + x2) / 2;
  return [`M${x1},${start.y} C${middle},${start.y} ${middle},${end.y} ${x2},${end.y}`];
}

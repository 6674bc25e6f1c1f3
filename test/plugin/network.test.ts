import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import * as assert from 'uvu/assert';
import type { CommandName } from '../../cli/commands.ts';
import { file, runOn, tenant } from '../cli/fake-ports.ts';
import { suite } from '../harness.ts';

const subnamespace =
  '{ apiVersion: hnc.x-k8s.io/v1alpha2, kind: SubnamespaceAnchor, metadata: { name: one, namespace: parent } }';

/** Node.js modules that open or accept connections. */
const network = ['net', 'tls', 'dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'quic', 'inspector'];
const opens = (name: string) => network.includes(name.replace('node:', ''));
/** Globals that access a network without an import. */
const connections = ['fetch', 'WebSocket', 'EventSource'];
/** Functions that access the network, load a module or run generated code without an import. */
const ways = [...connections, 'require', 'eval', 'Function'];

/** The readers of GitHub, of costs and of a cluster, and the servers of the gateway and the console. */
const connectingParts = ['client', 'fetch-json', 'github-reader', 'loopback', 'start', 'stored-bill'];

suite('of the built programs,', (test) => {
  test('the plugin only reads files: no network, no other programs, no code generation', () => {
    const { imports, dynamicImports, called, ofProcess } = reachOf('dist/leasehold-cmp-program.cjs');
    assert.equal(imports, ['node:buffer', 'node:fs', 'node:path']);
    assert.is(dynamicImports, 0);
    assert.equal(ofProcess, ['argv', 'cwd', 'env', 'exitCode']);
    const taken = ways.filter((way) => called.has(way));
    assert.equal(taken, []);
  });

  test('the command of the plugin only reads and starts the program', () => {
    const { imports, dynamicImports, called, ofProcess } = reachOf('dist/leasehold-cmp.cjs');
    assert.equal(imports, ['node:fs', 'node:path', 'node:vm']);
    assert.equal([dynamicImports, ofProcess], [0, []]);
    // It passes the function that loads modules to the program.
    const taken = ways.filter((way) => called.has(way));
    assert.equal(taken, ['require']);
  });

  test('only parts that a command loads on first use open connections', () => {
    // The sidecar is a separate program: it connects to the API server and answers probes.
    const files = readdirSync('dist').filter((name) => name.endsWith('.mjs') && name !== 'leasehold-sidecar.mjs');
    assert.ok(files.includes('leasehold.mjs') && files.includes('kubectl-leasehold.mjs'));
    const connecting = files
      .filter((name) => !name.startsWith('chunk-') && [...withImports(name)].some(opensConnections))
      .map((name) => name.replace(/-[A-Z0-9]{8}\.mjs$/, ''));
    assert.equal(connecting, connectingParts);
  });

  test('with a token, only doctor github sends requests to GitHub, among commands that use only files', async () => {
    const lines = {
      offboard: ['offboard', '--today', '2026-01-01'],
      render: ['render', '--out', 'out'],
      check: ['check'],
      baseline: ['baseline'],
      collect: ['help', 'collect'],
      console: ['help', 'console'],
      diff: ['diff', 'main'],
      explain: ['explain', 'Tenant/ada'],
      gateway: ['help', 'gateway'],
      vendor: ['vendor'],
      get: ['get', 'tenants'],
      init: ['init', 'fresh'],
      import: ['import', 'hnc', 'export.yaml', '--out', 'out'],
      schema: ['schema', 'kleff-tenant'],
      showback: ['help', 'showback'],
      simulate: ['simulate', '--inventory', 'export.yaml'],
      new: ['new', 'kleff-tenant', 'eva'],
      completion: ['completion', 'bash'],
      crds: ['crds'],
      install: ['install', 'tetrapus'],
      doctor: ['doctor', 'argocd', 'objects'],
      volumes: ['help', 'volumes'],
    } satisfies Record<CommandName, readonly string[]>;
    for (const line of Object.values(lines)) {
      const { code, stderr, paths } = await readBy(line);
      assert.equal([code, paths], [0, []], `${line.join(' ')}: ${stderr}`);
    }
    assert.ok((await readBy(['doctor', 'github', '.', '--repository', 'acme/tenants'])).paths.length > 0);
  });
});

/** The requests of a command to GitHub's API. */
async function readBy(line: readonly string[]) {
  const paths: string[] = [];
  const read = async (path: string) => {
    paths.push(path);
    return { status: 404, body: {} };
  };
  const tenants = [tenant('ada')];
  const machine = {
    trees: {
      tenants,
      objects: [
        file('objects/a.yaml', '{ apiVersion: argoproj.io/v1alpha1, kind: AppProject, metadata: { name: one } }'),
      ],
      '.': tenants,
    },
    revisions: { main: tenants },
    texts: { 'export.yaml': subnamespace },
    github: { read },
  };
  return { ...(await runOn(machine, ...line)), paths };
}

/** A file of `dist/` and its static imports. */
function withImports(name: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const path of reachOf(join('dist', name)).imports)
    if (path.startsWith('./')) withImports(path.slice('./'.length), seen);
  return seen;
}

function opensConnections(name: string): boolean {
  const { imports, called } = reachOf(join('dist', name));
  return imports.some(opens) || connections.some((way) => called.has(way));
}

const known = new Map<string, ReturnType<typeof parseReach>>();

/** What a built file can access. Several programs share most files, so each is parsed once. */
function reachOf(file: string) {
  const reach = known.get(file) ?? parseReach(file);
  known.set(file, reach);
  return reach;
}

function parseReach(file: string) {
  const { module, program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  assert.equal(errors, []);
  const called = new Set<string>();
  const ofProcess = new Set<string>();
  const required: string[] = [];
  const literal = new Set<Node>();
  const note = ({ callee, arguments: [first] }: { readonly callee: Node; readonly arguments: readonly Node[] }) => {
    if (callee.type !== 'Identifier') return;
    if (callee.name === 'require' && first?.type === 'Literal') {
      literal.add(callee);
      required.push(String(first.value));
    } else if (!own.has(callee.name)) called.add(callee.name);
    // The function that loads modules has a short name, so every call with the name of such a module counts.
    if (first?.type === 'Literal' && opens(String(first.value))) required.push(String(first.value));
  };
  const own = new Set(program.body.map((statement) => statement.type === 'FunctionDeclaration' && statement.id?.name));
  new Visitor({
    CallExpression: note,
    NewExpression: note,
    Identifier: (node) => {
      if (node.name === 'require' && !literal.has(node)) called.add('require');
    },
    MemberExpression: ({ object, property }) => {
      if (object.type === 'Identifier' && object.name === 'process')
        ofProcess.add(property.type === 'Identifier' ? property.name : '?');
    },
  }).visit(program);
  const imports = [
    ...new Set([...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...required]),
  ].sort();
  return { imports, dynamicImports: module.dynamicImports.length, called, ofProcess: [...ofProcess].sort() };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';

/** Node's modules that open connections, or let others open them. */
const network = ['net', 'tls', 'dgram', 'dns', 'dns/promises', 'http', 'http2', 'https', 'quic', 'inspector'];
/** What reaches a network, a module or new code without an import. */
const ways = ['fetch', 'WebSocket', 'EventSource', 'require', 'eval', 'Function'];

suite('what the built programs can reach', (test) => {
  test('the plugin reads files, and has no way to a network, to another program or to code made of text', () => {
    const { imports, dynamicImports, called, ofProcess } = reachOf('dist/leasehold-cmp.mjs');
    assert.equal(imports, ['node:buffer', 'node:fs', 'node:path']);
    assert.is(dynamicImports, 0);
    assert.equal(ofProcess, ['argv', 'cwd', 'env', 'exitCode']);
    const taken = ways.filter((way) => called.has(way));
    assert.equal(taken, []);
  });

  test('the commands import nothing that opens a connection', () => {
    const files = readdirSync('dist').filter((name) => name.endsWith('.mjs'));
    assert.ok(files.includes('leasehold.mjs') && files.includes('kubectl-leasehold.mjs'));
    for (const file of files) {
      const { imports } = reachOf(join('dist', file));
      const opening = imports.filter((name) => network.includes(name.replace('node:', '')));
      assert.equal(opening, [], file);
    }
  });
});

function reachOf(file: string) {
  const { module, program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  assert.equal(errors, []);
  const called = new Set<string>();
  const ofProcess = new Set<string>();
  const note = ({ callee }: { readonly callee: Node }) => {
    if (callee.type === 'Identifier') called.add(callee.name);
  };
  new Visitor({
    CallExpression: note,
    NewExpression: note,
    MemberExpression: ({ object, property }) => {
      if (object.type === 'Identifier' && object.name === 'process')
        ofProcess.add(property.type === 'Identifier' ? property.name : '?');
    },
  }).visit(program);
  const imports = [...new Set(module.staticImports.map(({ moduleRequest }) => moduleRequest.value))].sort();
  return { imports, dynamicImports: module.dynamicImports.length, called, ofProcess: [...ofProcess].sort() };
}

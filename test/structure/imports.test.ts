import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import * as assert from 'uvu/assert';
import { kinds } from '../../kinds/index.ts';
import { suite } from '../harness.ts';
import { cyclesIn, fileGraph, groupGraph } from '../import-graph.ts';
import { layers, productFiles, programFolders, sourceFilesIn, supportFolders } from '../source-tree.ts';

const generated = sourceFilesIn('build');
const files = fileGraph([...productFiles(), ...supportFolders.flatMap(sourceFilesIn), ...generated]);
const rootOf = (file: string) => file.split('/')[0] ?? file;

/** The stages of the pipeline. Programs get a finished render from the composition instead. */
const stages = ['parse', 'validate', 'convert', 'resolve', 'recovery', 'render', 'deployment', 'check', 'layout'];

suite('in the import graph,', (test) => {
  test('files have no circular imports', () => {
    assert.ok([...files.values()].reduce((sum, targets) => sum + targets.size, 0) > 2000, 'the graph is nearly empty');
    assert.equal(cyclesIn(files), []);
  });

  test('folders have no circular imports', () => {
    assert.equal(cyclesIn(groupGraph(files)), []);
  });

  test('root folders import only the layers below them', () => {
    const product = groupGraph(fileGraph(productFiles()), rootOf);
    const upward = [...product].flatMap(([from, targets]) =>
      [...targets].filter((to) => layers.indexOf(to) >= layers.indexOf(from)).map((to) => `${from} -> ${to}`),
    );
    assert.equal(upward, []);
  });

  test('ARCHITECTURE.md lists the layers in order', () => {
    const [, section = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split('## Folders');
    const rows = [...(section.split('## Kinds')[0] ?? '').matchAll(/^\| `([\w.-]+)\/?` /gm)];
    assert.equal(
      rows.map(([, name]) => name),
      layers,
    );
  });

  test('the core imports no kind', () => {
    const found = importsFrom(['core']).filter(([, to]) => rootOf(to) === 'kinds');
    assert.equal(found, []);
  });

  test('programs import the composition, but no stage and no kind', () => {
    const inner = (path: string) =>
      rootOf(path) === 'kinds' || stages.some((stage) => path.startsWith(`core/${stage}/`));
    const found = importsFrom(programFolders).filter(([, to]) => inner(to) || /^core\/[^/]*\.ts$/.test(to));
    assert.equal(
      found.map(([from, to]) => `${from} -> ${to}`),
      [],
    );
  });

  test('programs name no kind', () => {
    // These ids are also ordinary words.
    const words = ['group', 'plan', 'platform'];
    const ids = kinds.map(({ id }) => String(id)).filter((id) => !words.includes(id));
    // Only files with the text of an id in quotes are parsed.
    const quoted = new RegExp(`['"](?:${ids.join('|')})['"]`);
    const found = programFolders
      .flatMap(sourceFilesIn)
      .filter((file) => quoted.test(readFileSync(file, 'utf8')))
      .flatMap((file) => literalsIn(file).flatMap((text) => (ids.includes(text) ? [`${file}: ${text}`] : [])));
    assert.equal(found, []);
  });

  test('a cycle is found', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    assert.equal(cyclesIn(graph), ['b -> c', 'c -> b']);
  });
});

function literalsIn(file: string): readonly string[] {
  const found: string[] = [];
  const note = ({ value }: { readonly value: unknown }) => void (typeof value === 'string' && found.push(value));
  new Visitor({ Literal: note }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

function importsFrom(folders: readonly string[]): readonly (readonly [from: string, to: string])[] {
  return [...files]
    .filter(([file]) => folders.includes(rootOf(file)))
    .flatMap(([file, targets]) => [...targets].map((to) => [file, to] as const));
}

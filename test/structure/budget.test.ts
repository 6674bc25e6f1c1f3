import { readFileSync } from 'node:fs';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { productFiles, sourceFilesIn, supportFolders } from '../source-tree.ts';

const budget = { fileLines: 200, functionLines: 40, functionMedian: 12, parameters: 4 };

const productSources = productFiles().map(measure);
const sources = [...productSources, ...supportFolders.flatMap(sourceFilesIn).map(measure)];

suite('the size and shape of the code', (test) => {
  test('no file is over its budget of lines', () => {
    assert.ok(productSources.length > 40);
    assert.equal(
      sources.filter(({ lines }) => lines > budget.fileLines).map(({ file, lines }) => `${file}: ${lines}`),
      [],
    );
  });

  test('functions are short, and most are very short', () => {
    const functions = productSources.flatMap((source) => source.functions);
    const long = functions.filter(({ lines }) => lines > budget.functionLines);
    assert.equal(
      long.map(({ where, lines }) => `${where}: ${lines}`),
      [],
    );
    const lengths = functions.map(({ lines }) => lines).sort((a, b) => a - b);
    const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
    assert.ok(median <= budget.functionMedian, `the median function has ${median} lines`);
  });

  test('no function takes many parameters', () => {
    const functions = productSources.flatMap((source) => source.functions);
    assert.equal(
      functions.filter(({ parameters }) => parameters > budget.parameters).map(({ where }) => where),
      [],
    );
  });

  test('there is no any, no enum, no default export and no drawer without an owner', () => {
    assert.equal(
      sources.flatMap(({ forbidden }) => forbidden),
      [],
    );
    const drawers = sources.filter(({ file }) => /(?:^|\/)(?:utils?|helpers?|common|misc|types)(?:\.ts|\/)/.test(file));
    assert.equal(
      drawers.map(({ file }) => file),
      [],
    );
  });
});

interface Source {
  readonly file: string;
  readonly lines: number;
  readonly functions: readonly { readonly where: string; readonly lines: number; readonly parameters: number }[];
  readonly forbidden: readonly string[];
}

function measure(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const functions: { where: string; lines: number; parameters: number }[] = [];
  const forbidden: string[] = [];
  const note = ({ start, end, params }: { start: number; end: number; params: readonly unknown[] }) => {
    functions.push({
      where: `${file}:${lineAt(start)}`,
      lines: lineAt(end) - lineAt(start) + 1,
      parameters: params.length,
    });
  };
  const forbid = (node: Node) => void forbidden.push(`${file}:${lineAt(node.start)} ${node.type}`);
  new Visitor({
    FunctionDeclaration: note,
    FunctionExpression: note,
    ArrowFunctionExpression: note,
    TSAnyKeyword: forbid,
    TSEnumDeclaration: forbid,
    ExportDefaultDeclaration: forbid,
  }).visit(parseSync(file, text).program);
  return { file, lines: text.split('\n').length - 1, functions, forbidden };
}

import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { productFiles, supportFolders } from '../source-tree.ts';
import { type FunctionSize, measure, measureFile, measureFolders } from './measure.ts';

const budget = { fileLines: 200, functionLines: 40, functionMedian: 7, parameters: 4 };

const product = productFiles().map(measureFile);
const sources = [...product, ...measureFolders(supportFolders)];
const functions = sources.flatMap((source) => source.functions);

suite('in the code,', (test) => {
  test('no file exceeds the line limit', () => {
    assert.ok(product.length > 40);
    assert.equal(
      sources.filter(({ lines }) => lines > budget.fileLines).map(({ file, lines }) => `${file}: ${lines}`),
      [],
    );
  });

  test('no function exceeds the line limit', () => {
    assert.equal(tooLong(functions), []);
  });

  test('most functions are very short, even without counting one-line functions', () => {
    const longer = product.flatMap((source) => source.functions).filter(({ lines }) => lines > 1);
    const lengths = longer.map(({ lines }) => lines).sort((a, b) => a - b);
    const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
    assert.ok(median <= budget.functionMedian, `the median function has ${median} lines`);
  });

  test('no function has too many parameters', () => {
    assert.equal(
      functions.filter(({ parameters }) => parameters > budget.parameters).map(({ where }) => where),
      [],
    );
  });

  const long = '\n'.repeat(budget.functionLines);
  for (const [form, code] of [
    ['function declaration', `function named() {${long}}`],
    ['generator', `function* named() {${long}}`],
    ['function expression', `const named = function () {${long}};`],
    ['callback', `[1].map(function () {${long}});`],
    ['arrow with braces', `const named = () => {${long}};`],
    ['arrow without braces', `const named = () => [${long}];`],
    ['method', `class Named { method() {${long}} }`],
    ['constructor', `class Named { constructor() {${long}} }`],
    ['getter', `class Named { get value() {${long}} }`],
    ['setter', `class Named { set value(_: string) {${long}} }`],
    ['class field', `class Named { field = () => {${long}}; }`],
    ['method of an object', `const named = { method() {${long}} };`],
    ['getter of an object', `const named = { get value() {${long}} };`],
    ['test', `suite('s', (test) => { test('t', () => {${long}}); });`],
  ] as const)
    test(`an overlong ${form} is found`, () => {
      assert.is(tooLong(measure('x.ts', code).functions).length, 1);
      assert.is(tooLong(measure('x.ts', code.replace('\n', '')).functions).length, 0);
    });

  test('there is no any, no enum, no default export and no utils.ts', () => {
    assert.equal(
      sources.flatMap(({ forbidden }) => forbidden),
      [],
    );
    const catchAllFiles = sources.filter(({ file }) =>
      /(?:^|\/)(?:utils?|helpers?|common|misc|types)(?:\.ts|\/)/.test(file),
    );
    assert.equal(
      catchAllFiles.map(({ file }) => file),
      [],
    );
  });
});

function tooLong(all: readonly FunctionSize[]): readonly string[] {
  return all.filter(({ lines }) => lines > budget.functionLines).map(({ where, lines }) => `${where}: ${lines}`);
}

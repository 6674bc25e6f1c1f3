import * as assert from 'uvu/assert';
import { type Continuation, continuationOf } from '../gotemplate/selection.ts';
import type { Branch } from '../gotemplate/syntax/ast.ts';
import { parse } from '../gotemplate/syntax/parser.ts';
import { suite } from './harness.ts';

function continuation(template: string): Continuation {
  const [first] = parse(template, () => {}).main;
  return continuationOf(first as Branch);
}

suite('how a condition in a Go template can continue the text before it', (test) => {
  test('depends on the least column of a line, also of a line that starts with a value', () => {
    assert.is(continuation('{{ if .a }}\n    a:\n      b: c{{ end }}').column, 4);
    assert.is(continuation('{{ if .a }}\n    a: b\n  {{ "c" }}: d{{ end }}').column, 2);
    assert.is(continuation('{{ if .a }}\n    a: b\n  {{ $x := 1 }}\n    c: d{{ end }}').column, 4);
  });

  test('is not known if conditions in it print different spaces before the first text', () => {
    const spaces = (then: string, otherwise: string) =>
      continuation(`{{ if .a }}{{ if .b }}${then}{{ else }}${otherwise}{{ end }}c: d{{ end }}`).leads;
    assert.equal(spaces('\n  ', '\n  '), ['\n  c']);
    assert.equal(spaces('\n', '\n  '), ['']);
  });
});

import * as assert from 'uvu/assert';
import { renderGoTemplate } from '../gotemplate/render.ts';
import { type Continuation, continuationOf } from '../gotemplate/selection.ts';
import type { Branch } from '../gotemplate/syntax/ast.ts';
import { parse } from '../gotemplate/syntax/parser.ts';
import { readMarkedYaml } from '../yaml/marked.ts';
import { suite } from './harness.ts';

function continuation(template: string): Continuation {
  const [first] = parse(template, () => {}).main;
  return continuationOf(first as Branch);
}

suite('how a condition in a Go template can continue the text before it', (test) => {
  test('depends on the least column of a line, also of a line that starts with a value', () => {
    assert.is(continuation('{{ if .a }}\n    a:\n      b: c{{ end }}').lines.low, 8);
    assert.ok(continuation('{{ if .a }}\n    a: b\n  {{ "c" }}: d{{ end }}').lines.low <= 4);
    assert.is(continuation('{{ if .a }}\n    a: b\n  {{ $x := 1 }}\n    c: d{{ end }}').lines.low, 8);
  });

  test('is not known if conditions in it print different spaces before the first text', () => {
    const linesOf = (then: string, otherwise: string) =>
      continuation(`{{ if .a }}{{ if .b }}${then}{{ else }}${otherwise}{{ end }}c: d{{ end }}`).lines;
    assert.equal(linesOf('\n  ', '\n  '), { low: 4, high: 4 });
    assert.equal(linesOf('\n', '\n  '), { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
  });
});

/** For a template whose field `a` is a mapping or list: whether each value of F selects its entries. */
function selections(template: string): readonly (boolean | undefined)[] {
  return ['', 'y'].map((F) => {
    const result = renderGoTemplate(template, { F }, new Set(['F']));
    const reading = result.ok ? readMarkedYaml(result.text, result) : undefined;
    return reading?.ok ? reading.documents[0]?.isSelected(['a']) : undefined;
  });
}

const selecting: Readonly<Record<string, string>> = {
  'after a block scalar': 'a:\n  note: |\n    text\n  {{- with .F }}\n  subDir: {{ . }}\n  {{- end }}\n  z: 1\n',
  'after a block scalar at the end': 'a:\n  note: >-\n    text\n  {{- with .F }}\n  subDir: {{ . }}\n  {{- end }}\n',
  'that starts with a comment in column 0': 'a:\n  b: 1\n  {{- if .F }}\n# c\n  d: 1\n  {{- end }}\n',
  'after an empty text': 'a:\n  k: ""\n{{ with .F }}  limit: {{ . }}\n{{ end }}',
  'after an empty text in brackets': 'a: {k: ""{{ with .F }}, limit: {{ . }}{{ end }}}\n',
  'before an empty text in a list': 'a: [{{ with .F }}"{{ . }}", {{ end }}""]\n',
  'that is one value in a list': 'a: [b{{ if .F }}, c{{ end }}]\n',
  'that prints only spaces': 'a:\n- b\n{{ if .F }} {{ end }}- c\n',
  'that can skip entries of a loop':
    'a:\n  q: 1\n  {{- range list 1 }}{{ if $.F }}{{ break }}{{ end }}\n  k: 1\n  {{- end }}\n',
  'in the `else` of a loop that can skip an entry':
    'a:\n  q: 1\n  {{- range list 1 }}{{ range compact (list $.F) }}{{ else }}{{ continue }}{{ end }}\n  k: 1\n  {{- end }}\n',
  'of a loop that assigns a variable':
    '{{ $v := "" }}{{ range $v = compact (list .F) }}{{ end }}a:\n  q: 1\n  {{- if $v }}\n  k: 1\n  {{- end }}\n',
  'that sets the variable of another':
    '{{ $v := "" }}{{ if .F }}{{ $v = "b" }}{{ end }}a:\n  q: 1\n  {{- if $v }}\n  k: 1\n  {{- end }}\n',
  'that sets a key of the dict of another':
    '{{ $d := dict }}{{ if .F }}{{ $_ := set $d "k" 1 }}{{ end }}a:\n  q: 1\n  {{- if hasKey $d "k" }}\n  k: 1\n  {{- end }}\n',
  'by `and` that sets a key of a dict':
    '{{ $d := dict }}{{ $_ := and .F (set $d "k" 1) }}a:\n  q: 1\n  {{- if hasKey $d "k" }}\n  k: 1\n  {{- end }}\n',
};

const ordinary: Readonly<Record<string, string>> = {
  'in a block scalar': 'a:\n  note: |\n    text\n    {{- if .F }}\n    more\n    {{- end }}\n    end\n',
  'in a text': 'a: {b: "c {{ if .F }}d {{ end }}e", f: g{{ if .F }}h{{ end }}}\n',
  'on the whole value': 'a:\n  b: {{ if .F }}c{{ else }}"d"{{ end }}\n',
  'in a mapping before it': 'b:\n  c: 1\n  {{- if .F }}\n  # It is ours\n  d: 1\n  {{- end }}\na:\n  e: 1\n',
  'in an item after it': 'b:\n- a\n{{- if .F }}\n- c\n{{- end }}\na:\n- d\n',
};

suite('a condition on a marked value', (test) => {
  for (const [what, template] of Object.entries(selecting))
    test(`${what} selects the entries of the value around it`, () => {
      assert.equal(selections(template), [true, true], template);
    });

  for (const [what, template] of Object.entries(ordinary))
    test(`${what} selects no entries of a value`, () => {
      assert.equal(selections(template), [false, false], template);
    });

  test('selects entries of an alias', () => {
    const template = 'x: &a {k: 1{{ if .F }}, l: 2{{ end }}}\na: {z: *a}\n';
    for (const F of ['', 'y']) {
      const result = renderGoTemplate(template, { F }, new Set(['F']));
      const reading = result.ok ? readMarkedYaml(result.text, result) : undefined;
      assert.is(reading?.ok && reading.documents[0]?.isLiteral(['a']), false);
    }
  });
});

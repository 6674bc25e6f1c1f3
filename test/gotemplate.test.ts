import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { renderGoTemplate } from '../gotemplate/render.ts';
import { readCorpus } from './gotemplate/corpus.ts';
import { suite } from './harness.ts';
import { strings } from './hostile.ts';
import { needsAtMost } from './quickest.ts';

/** Fragments of templates, so that random texts often parse. */
const syntax = ['{{', '}}', '{{-', ' -}}', '.Name', '$x', ':=', '|', '(', ')', '"a"', ' ', 'if ', 'range ', 'end'];
const words = ['printf ', 'dict ', 'list ', 'index ', 'trunc ', '-1 ', '5 ', '.list ', '.map ', 'toYaml ', 'else'];
const parts = fc.array(fc.oneof(strings, fc.constantFrom(...syntax), fc.constantFrom(...words)), { maxLength: 12 });

suite('in Go templates,', (test) => {
  test('the results are those of Go, except for errors where Go fails or prints a meaningless value', () => {
    const { data, samples } = readCorpus();
    assert.ok(samples.length > 150);
    for (const { template, output } of samples) {
      const result = renderGoTemplate(template, data);
      const meant = output !== undefined && !/<no value>|%!|<nil>/.test(output);
      assert.is(result.ok ? result.text : undefined, meant ? output : undefined, template);
    }
  });

  const long = 200_000;
  for (const [title, template, expected] of [
    ['of spaces before an action that trims none of them', `${' '.repeat(long)}x{{- "" }}`, `${' '.repeat(long)}x`],
    ['of spaces inside a text to trim', `{{ trim (printf "a%sb" (repeat ${long} " ")) | len }}`, `${long + 2}`],
    ['of digits that are not a number', `{{ ${'9'.repeat(long)}i }}`, undefined],
    ['of digits in a string that is not a number', `{{ float64 (printf "%si" (repeat ${long} "9")) }}`, '0'],
  ] as const)
    test(`a long sequence ${title} is processed within a second`, () =>
      needsAtMost(1000, () => {
        const result = renderGoTemplate(template, {});
        assert.is(result.ok ? result.text : undefined, expected);
      }));

  for (const [title, template, message] of [
    ['an undefined field is not printed', '{{ .Nmae }}', '.Nmae is not defined'],
    ['an undefined field is not quoted, unlike in Sprig', '{{ .Nmae | quote }}', 'quote: .Nmae is not defined'],
    ['nil is not printed', '{{ index .map "none" }}', 'the value to print is nil; add a default'],
    ['an integer and a float are not compared', '{{ eq 1 1.0 }}', 'eq: cannot compare an integer with a float'],
    [
      'a second else is rejected',
      '{{ if .Name }}{{ else }}{{ else }}{{ end }}',
      'unexpected {{else}}: it is allowed once in each if, with or range block',
    ],
    ['an end without a block is rejected', '{{ end }}', 'unexpected {{end}}: no block is open'],
    [
      'a character cannot be cut',
      '{{ trunc 2 "é€" | trunc 1 }}',
      'trunc: the result is not valid UTF-8, but part of a character or binary data',
    ],
    [
      'a range outside a list of one item is rejected',
      '{{ slice (list 1) 0 2 }}',
      'slice: items 0 to 2 are out of range: the length of the list is 1',
    ],
    ['a prefix without digits is not a number', '{{ 0x_ }}', '0x_ is not a number'],
    ['a value cannot follow a pipe', '{{ "a" | 1 }}', '| must be followed by a function'],
    ['parentheses are not empty', '{{ () }}', 'missing value for parentheses'],
    [
      'an integer is not rounded',
      '{{ toYaml 9007199254740993 }}',
      'toYaml: the number 9007199254740993 would be rounded; convert it with toString',
    ],
    [
      'arguments that the format does not use are rejected',
      '{{ printf "x" 1 }}',
      'printf: too many arguments: the format uses only 0 of 1',
    ],
    [
      'a JavaScript pattern is rejected',
      '{{ regexMatch "(?=x)" "x" }}',
      'regexMatch: "(?=x)" is not a valid RE2 regular expression: invalid or unsupported Perl syntax: `(?=`; RE2 does not support lookahead',
    ],
  ] as const)
    test(title, () => assert.is(problemOf(template)?.message, message));

  test('an error has its line and column', () => {
    const { line, column } = problemOf('a: 1\nb: {{ .Name }}\nc: {{ .Name | upper | nosuch }}\n') ?? {};
    assert.equal([line, column], [3, 23]);
  });

  test('a string with a prefix but without digits is converted to zero', () =>
    assert.equal(renderGoTemplate('{{ int "0x_" }} {{ int "0b_" }} {{ int "0o_" }} {{ int "0x_1f" }}', data), {
      ok: true,
      text: '0 0 0 31',
      marks: [],
      isSelected: false,
      selections: [],
    }));

  test('keys of a dict are sorted', () => {
    assert.equal(renderGoTemplate('{{ keys (dict "b" 1 "a" 2 "c" 3) }}', data), {
      ok: true,
      text: '[a b c]',
      marks: [],
      isSelected: false,
      selections: [],
    });
  });

  for (const [what, template] of [
    ['nested loops', '{{ range 9999 }}{{ range 9999 }}{{ range 9999 }}{{ end }}{{ end }}{{ end }}'],
    ['a text that is doubled repeatedly', '{{ $x := "x" }}{{ range 99 }}{{ $x = printf "%s%s" $x $x }}{{ end }}'],
    ['a list that is doubled repeatedly', '{{ $x := list 1 }}{{ range 99 }}{{ $x = concat $x $x }}{{ end }}'],
    ['a billion repetitions', '{{ repeat 1000000000 "x" }}'],
    ['a billion numbers', '{{ until 1000000000 }}'],
    ['a wide format', '{{ printf "%999999999d" 1 }}'],
    ['a large indent', '{{ indent 999999999 "x" }}'],
    ['a growing replacement', '{{ $x := "aaaaaaaaaa" }}{{ range 9 }}{{ $x = replace "a" $x $x }}{{ end }}'],
    ['endless output', '{{ range 19999 }}{{ printf "%0999d" 1 }}{{ end }}'],
    ['a recursive template', '{{ define "x" }}{{ template "x" }}{{ end }}{{ template "x" }}'],
    [
      'data that expands exponentially',
      '{{ $d := list 1 }}{{ range 40 }}{{ $d = list $d $d }}{{ end }}{{ $d | toJson }}',
    ],
    ['a dict that contains itself', '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $d | toYaml }}'],
    ['a dict that contains itself, printed', '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $d }}'],
    [
      'a dict that contains itself, merged',
      '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $_ := merge $d (deepCopy $d) }}',
    ],
    [
      'a dict that contains itself, compared',
      '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $e := dict }}{{ $_ := set $e "d" $e }}{{ deepEqual $d $e }}',
    ],
    [
      'an expensive pattern',
      `{{ $x := repeat 100000 "a" }}{{ range 99 }}{{ regexMatch "${'(a*)*'.repeat(100)}b" $x }}{{ end }}`,
    ],
    ['sorting a long list in a loop', inLoop('{{ $l := until 19999 }}', 'sortAlpha $l')],
    ['cutting a long text in a loop', inLoop('{{ $x := repeat 1400000 "a" }}', 'trunc 1 $x')],
    ['parsing many digits in a loop', inLoop('{{ $x := repeat 1400000 "9" }}', 'int $x')],
    ['many variables', Array.from({ length: 60_000 }, (_, index) => `{{ $v${index} := 1 }}`).join('')],
    ['many arguments', `{{ list${' 1'.repeat(1_000_000)} }}`],
    ['deeply nested parentheses', `{{ ${'('.repeat(100_000)}1${')'.repeat(100_000)} }}`],
    ['deeply nested blocks', '{{ if true }}'.repeat(100_000)],
  ] as const)
    test(`${what} is rejected within five seconds`, () =>
      needsAtMost(5000, () => assert.ok(problemOf(template)?.message), what));

  test('rendering never throws, and is deterministic', () => {
    fc.assert(
      fc.property(parts, (pieces) => {
        const text = pieces.join('');
        assert.equal(renderGoTemplate(text, data), renderGoTemplate(text, data));
      }),
      { numRuns: 1000 },
    );
  });
});

function inLoop(declaration: string, call: string): string {
  return `${declaration}{{ range until 9999 }}{{ range until 9999 }}{{ $y := ${call} }}{{ end }}{{ end }}`;
}

const { data } = readCorpus();

function problemOf(template: string) {
  const result = renderGoTemplate(template, data);
  return result.ok ? undefined : result.problem;
}

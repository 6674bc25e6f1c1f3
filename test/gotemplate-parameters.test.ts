import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { renderGoTemplate } from '../gotemplate/render.ts';
import { type MarkedResult, readMarkedYaml } from '../yaml/marked.ts';
import { suite } from './harness.ts';
import { needsAtMost } from './quickest.ts';

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB+jCC/==\n-----END CERTIFICATE-----\n';
const password = 'p: a#ss "w\\o\'rd" {x} [y] & *z !t | > % @ `';

/** Uses of parameters in public Templates and charts, with values that they expect. */
const legal: readonly (readonly [template: string, value: string, tree: unknown])[] = [
  ['name: {{ .p }}', 'web', { name: 'web' }],
  ['replicas: {{ .p }}', '3', { replicas: 3 }],
  ['enabled: {{ .p }}', 'true', { enabled: true }],
  ['host: {{ .p }}', '', { host: null }],
  ['image: {{ .p }}:latest', 'ghcr.io/stakater/app', { image: 'ghcr.io/stakater/app:latest' }],
  ['url: https://{{ .p }}/#top', 'www.example.com:8443', { url: 'https://www.example.com:8443/#top' }],
  ['labels: {app: {{ .p }}, tier: web}', 'web', { labels: { app: 'web', tier: 'web' } }],
  ['args: ["--host={{ .p }}"]', 'a b', { args: ['--host=a b'] }],
  ['port: "{{ .p }}"', '8080', { port: '8080' }],
  ['password: {{ .p | quote }}', password, { password }],
  ['password: {{ .p | toJson }}', password, { password }],
  ["password: '{{ .p }}'", 'a: "b" # c', { password: 'a: "b" # c' }],
  ['password: {{ .p | b64enc | quote }}', password, { password: Buffer.from(password).toString('base64') }],
  ['ca: |\n{{ .p | indent 2 }}', certificate, { ca: certificate }],
  ['ca: |{{ .p | nindent 2 }}', certificate, { ca: certificate }],
  ['ca: |-\n  {{- .p | nindent 2 }}', certificate, { ca: certificate.trimEnd() }],
  ['ca: |\n  {{ .p | nindent 2 | trim }}\nb: 1', certificate, { ca: certificate, b: 1 }],
  ['hosts:{{ range splitList "," .p }}\n- {{ . }}{{ end }}', 'a.example.com,b', { hosts: ['a.example.com', 'b'] }],
  ['a: 1{{ if eq .p "large" }}\nb: 2{{ end }}', 'large', { a: 1, b: 2 }],
  ['{{ with .p }}a: {{ . }}{{ end }}', 'x', { a: 'x' }],
  ['a: {{ .p | default "own" }}', '', { a: 'own' }],
  ['a: {{ printf "%s-%s" .p "x" | trunc 63 | trimSuffix "-" }}', 'web', { a: 'web-x' }],
  ['# for {{ .p }}\na: 1', 'it is "me": #1', { a: 1 }],
];

const rejected: readonly (readonly [template: string, value: string, reason: string])[] = [
  ['{{ .p }}: 1', 'a', 'key'],
  ['a-{{ .p }}: 1', 'b', 'key'],
  ['a: {b-{{ .p }}: 1}', 'b', 'key'],
  ['a: {{ printf "x: %s" .p }}', 'b', 'structure'],
  ['a: {{ .p }}', 'b: c', 'structure'],
  ['a: {{ .p }}', 'b # c', 'structure'],
  ['a: {{ .p }} c', 'b #', 'structure'],
  ['a: {{ .p }}', '*b', 'structure'],
  ['a: {{ .p }}', '!!binary aGk=', 'structure'],
  ['a: {{ .p }}', '|\n  b', 'structure'],
  ['a: {{ .p }}\nb: {{ .p }}', '"', 'structure'],
  ['a: [{{ .p }}, {{ .p }}]', '"', 'structure'],
  ['a: "{{ .p }}"', '", b: "', 'structure'],
  ['a: "{{ .p }}"', 'b" # ', 'structure'],
  ['a: |\n{{ .p }}', 'b\nc: d', 'structure'],
  ['a: |\n  {{ .p }}', 'b\nc: d', 'structure'],
  ['# {{ .p }}\na: 1', 'x\nb: 2', 'structure'],
  ['# {{ .p }}\na: yes', 'x\n%YAML 1.1\n---', 'structure'],
  ['a:{{ .p }}', ' b', 'structure'],
  ['a: {{ toYaml (splitList "," .p) }}', 'b,c', 'structure'],
  ['a:{{ .p | nindent 2 }}', 'b: c', 'structure'],
  ['a: {{ .p }}', 'b\rc', 'structure'],
];

suite('the reader of Go templates with parameters', (test) => {
  for (const [template, value, tree] of legal)
    test(`accepts ${JSON.stringify(template)}`, () => {
      const result = read(template, value);
      assert.equal(result.ok ? result.documents.map((one) => one.tree) : result, [tree]);
    });

  for (const [template, value, reason] of rejected)
    test(`rejects ${JSON.stringify(value)} in ${JSON.stringify(template)}`, () =>
      assert.equal(read(template, value), { ok: false, reason, names: ['p'] }));

  test('tracks which values are literal, and whether a parameter decides which values are absent', () => {
    const result = read('kind: A\nspec:\n  a: {{ .p }}\n  b: [1, {{ .p }}]\n  c: {d: e}', 'x');
    const at = (...path: (string | number)[]) => result.ok && result.documents[0]?.isLiteral(path);
    assert.equal([at('kind'), at('spec', 'c'), at('spec', 'b', 0), at('spec', 'none')], [true, true, true, true]);
    assert.equal([at(), at('spec'), at('spec', 'a'), at('spec', 'b'), at('spec', 'a', 'x')], Array(5).fill(false));
    const selected = read('kind: A\n{{ if eq .p "x" }}a: 1{{ end }}', 'x');
    const literal = (name: string) => selected.ok && selected.documents[0]?.isLiteral([name]);
    assert.equal([literal('kind'), literal('a'), literal('none')], [true, true, false]);
  });

  test('marks a dict that contains a parameter wherever it is used', () => {
    const set = '{{ $d := dict "k" "v" }}{{ $l := list $d }}{{ $_ := set $d "k" .p }}';
    for (const template of [`${set}{{ range $l }}{{ .k }}{{ end }}`, `${set}{{ index $l 0 }}`, `${set}{{ $d.k }}`]) {
      const result = renderGoTemplate(template, { p: 'x' }, new Set(['p']));
      assert.is(result.ok && result.marks.length, 1, template);
    }
  });

  test('quotes no value of a parameter in a message', () => {
    const secret = 'hunter2-9f8e(';
    const calls = ['fail .p', 'regexMatch .p "x"', 'fromJson .p', 'fromYaml (cat "{" .p)', 'b64dec .p', 'printf .p 1'];
    const more = ['dig .p "x" (dict .p "y")', 'index (list 1) .p', 'until .p', 'index (dict "a" 1) .p 2', 'div 1 .p'];
    for (const call of [...calls, ...more]) {
      const result = renderGoTemplate(`{{ ${call} }}`, { p: secret }, new Set(['p']));
      assert.not.match(result.ok ? '' : result.problem.message, 'hunter2', call);
    }
    const result = renderGoTemplate('{{ fail .p }}', { p: secret }, new Set(['p']));
    assert.is(result.ok ? '' : result.problem.message, 'fail fails for the value of p');
  });

  test('treats names of Object.prototype as ordinary names', () => {
    for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) {
      assert.is(text(`{{ regexReplaceAll "(a)" "a" "[\${${name}}]" }}`), '[]');
      assert.is(text(`{{ dict "${name}" 1 | toJson }}`), `{"${name}":1}`);
      assert.is(text(`{{ get (dict) "${name}" }}`), '');
      const own = Object.fromEntries([[name, 'x']]);
      assert.equal(renderGoTemplate(`{{ .${name} }}`, own).ok, true);
      assert.equal(renderGoTemplate(`{{ .${name} }}`, {}).ok, false);
    }
  });

  test('reads a long value of repeated YAML syntax within two seconds', () => {
    const values = fc.constantFrom('"', "'", '[', '{a: ', '- ', '? ', '&a ', '*a ', '# ', '\n', '\n- ', 'a: ', '!t ');
    fc.assert(
      fc.property(values, (value) => {
        needsAtMost(2000, () => read('a: {{ .p }}\nb: "{{ .p }}"\n', value.repeat(60_000)), value);
      }),
      { numRuns: 13 },
    );
  });
});

function read(template: string, p: string): MarkedResult {
  const result = renderGoTemplate(`${template}\n`, { p }, new Set(['p']));
  assert.ok(result.ok, result.ok ? '' : result.problem.message);
  return readMarkedYaml(result.text, result);
}

function text(template: string): string {
  const result = renderGoTemplate(template, {});
  return result.ok ? result.text : result.problem.message;
}

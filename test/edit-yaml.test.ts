import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { isMapping, type Path, type Tree, valueAt } from '../data/tree.ts';
import { editYaml } from '../yaml/edit-yaml.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { suite } from './harness.ts';

const text = `# first
kind: Tenant # of the team
spec:
  quota: small # raise with care
  members:
    - kim
    # the deputy
    - "ada"
  owners: {users: [eve]}
  script: |
    echo
# after the spec
---
kind: Quota
spec:
`;

const bodiesOf = (of: string) => {
  const read = readYaml(of);
  return read.ok ? read.bodies : undefined;
};

/** The lines that an edit removes and adds. */
function changeOf(path: Path, value: unknown, document = 0): readonly string[] {
  const after = editYaml(text, { document, path, value })?.split('\n') ?? ['(impossible)'];
  const before = text.split('\n');
  const count = (lines: readonly string[], line: string) => lines.filter((one) => one === line).length;
  const more = (a: readonly string[], b: readonly string[]) =>
    [...new Set(a)].filter((line) => count(a, line) > count(b, line));
  return [...more(before, after).map((line) => `-${line}`), ...more(after, before).map((line) => `+${line}`)];
}

function withValue(tree: unknown, [step = '', ...rest]: readonly string[], value: unknown): Tree {
  const children = isMapping(tree) ? tree : {};
  return { ...children, [step]: rest.length === 0 ? value : withValue(children[step], rest, value) };
}

/** Without the field, and without the parents that become empty. */
function withoutValue(tree: unknown, [step = '', ...rest]: readonly string[]): Tree {
  const { [step]: child, ...others } = isMapping(tree) ? tree : {};
  const left = rest.length === 0 ? {} : withoutValue(child, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [step]: left };
}

suite('in edits of YAML,', (test) => {
  test('a new value changes only its line, and keeps the comment', () => {
    assert.equal(changeOf(['spec', 'quota'], 'large'), [
      '-  quota: small # raise with care',
      '+  quota: large # raise with care',
    ]);
    assert.equal(changeOf(['spec', 'members', 1], 'yes'), ['-    - "ada"', '+    - "yes"']);
    assert.equal(changeOf(['spec', 'owners', 'users', 0], 'a, b'), [
      '-  owners: {users: [eve]}',
      '+  owners: {users: ["a, b"]}',
    ]);
  });

  test('a new field follows the other fields of its parent', () => {
    assert.equal(changeOf(['spec', 'members', 2], 'eve'), ['+    - eve']);
    assert.equal(changeOf(['metadata', 'labels', 'a/b'], 'c'), ['+metadata:', '+  labels:', '+    a/b: c']);
    assert.equal(changeOf(['spec', 'hosts', 0, 'name'], 'x'), ['+  hosts:', '+    - name: x']);
  });

  test('a field is deleted with the parents that become empty', () => {
    assert.equal(changeOf(['spec', 'quota'], undefined), ['-  quota: small # raise with care']);
    assert.equal(changeOf(['spec', 'members', 0], undefined), ['-    - kim']);
    assert.equal(changeOf(['spec', 'owners', 'users', 0], undefined), ['-  owners: {users: [eve]}']);
  });

  test('another document and a literal block can change', () => {
    assert.ok(editYaml(text, { document: 1, path: ['spec', 'cpu'], value: 2 })?.endsWith('cpu: 2\n'));
    const bodies = bodiesOf(editYaml(text, { document: 0, path: ['spec', 'script'], value: 'ls\n' }) ?? '');
    assert.equal([bodies?.length, valueAt(bodies?.[0], 'spec', 'script')], [2, 'ls\n']);
  });

  test('a document that is printed again keeps each comment once', () => {
    const edited = (before: string) => editYaml(before, { document: 0, path: ['a', 'b'], value: { c: 1 } });
    const flow = '{"a": {"b": 1}}\n';
    const block = '{ "a": { "b": { c: 1 } } }\n';
    assert.is(edited(`# one\n\n# two\n\n${flow}`), `# one\n\n# two\n\n${block}`);
    assert.is(edited(`# one\n---\n# two\n${flow}`), `# one\n---\n# two\n${block}`);
    assert.is(edited(`--- # one\n# two\n${flow}---\nb: 1\n`), `---\n# one\n# two\n${block}---\nb: 1\n`);
  });

  test('an impossible edit has no result', () => {
    assert.is(editYaml(text, { document: 0, path: ['kind', 'name'], value: 'x' }), undefined);
    assert.is(editYaml(text, { document: 0, path: ['spec', 'members', 5], value: 'x' }), undefined);
    assert.is(editYaml(text, { document: 2, path: ['kind'], value: 'x' }), undefined);
    assert.is(editYaml('a: [', { document: 0, path: ['b'], value: 'x' }), undefined);
    assert.is(editYaml('a: &x 1\nb: *x\n', { document: 0, path: ['c'], value: 'x' }), undefined);
  });

  test('an edit changes only the value and keeps comments, and the field can be deleted afterwards', () => {
    const key = fc.stringMatching(/^[a-z][a-z./-]{0,6}$/);
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant('1Gi'));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.dictionary(key, fc.oneof({ maxDepth: 3 }, scalar, tie('tree'), fc.array(scalar, { minLength: 1 })), {
        minKeys: 1,
        maxKeys: 4,
        noNullPrototype: true,
      }),
    }));
    fc.assert(
      fc.property(tree, fc.array(key, { minLength: 1, maxLength: 3 }), scalar, (body, path, value) => {
        const before = `# comment\n${JSON.stringify(body, null, 2)}\n`;
        const after = editYaml(before, { document: 0, path, value });
        if (after === undefined) return;
        assert.is(after.split('# comment').length, 2);
        const expected = withValue(body, path, value);
        assert.equal(bodiesOf(after), [expected]);
        const left = withoutValue(expected, path);
        const back = editYaml(after, { document: 0, path, value: undefined });
        // A document cannot become empty.
        assert.equal(bodiesOf(back ?? ''), Object.keys(left).length === 0 ? [] : [left]);
      }),
      { numRuns: 300 },
    );
  });
});

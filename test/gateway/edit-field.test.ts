import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseDocument } from 'yaml';
import { editField, type FieldTextEdit, removeDocument } from '../../yaml/edit-field.ts';
import { suite } from '../harness.ts';

const text = `# first
a:
  list: # members
    - one # the first
    - two

  flow: [x, y]
  other: {}
# the end of a
b: text # why
`;

function edited(edit: FieldTextEdit, from = text): string {
  return editField(from, 0, edit) ?? '';
}

suite('an edit of a list or a text in YAML', (test) => {
  test('adds an item and keeps comments', () => {
    const found = edited({ op: 'add', path: ['a', 'list'], value: 'three' });
    assert.is(found, text.replace('    - two\n', '    - two\n    - three\n'));
  });

  test('adds an item to a flow list, and keeps the comments', () => {
    const found = edited({ op: 'add', path: ['a', 'flow'], value: 'z' });
    assert.match(found, /^ {2}flow: \[ x, y, z \]$/m);
    for (const comment of ['# first', '# members', '# the first', '# the end of a', '# why'])
      assert.match(found, comment);
  });

  test('rejects a document with aliases, whose values can be at several paths', () => {
    const aliased = 'a: &x [one]\nb: *x\n';
    assert.is(editField(aliased, 0, { op: 'add', path: ['a'], value: 'two' }), undefined);
    assert.is(editField(aliased, 0, { op: 'remove', path: ['a'], value: 'one' }), aliased);
  });

  test('adds missing keys at the end of their mapping', () => {
    const found = edited({ op: 'add', path: ['a', 'more', 'users'], value: 'kim' });
    assert.is(found, text.replace('  other: {}\n', '  other: {}\n  more:\n    users:\n      - kim\n'));
  });

  test('does not add an existing item', () => {
    assert.is(edited({ op: 'add', path: ['a', 'list'], value: 'one' }), text);
  });

  test('removes the line of an item', () => {
    const found = edited({ op: 'remove', path: ['a', 'list'], value: 'one' });
    assert.is(found, text.replace('    - one # the first\n', ''));
  });

  test('removes a list with its last item', () => {
    const from = 'a:\n  keep: 1\n  list:\n    - one\n';
    assert.is(edited({ op: 'remove', path: ['a', 'list'], value: 'one' }, from), 'a:\n  keep: 1\n');
  });

  test('replaces a text', () => {
    assert.is(edited({ op: 'set', path: ['b'], value: 'yes' }), text.replace('b: text', 'b: "yes"'));
  });

  test('adds a text that YAML could parse as another value, and keeps it a text', () => {
    for (const value of ['no', '1', '- x', '{', '# c', 'a: b', 'x\ny', '@a'])
      for (const path of [
        ['a', 'list'],
        ['a', 'flow'],
        ['a', 'new'],
      ])
        assert.ok(
          (parseDocument(edited({ op: 'add', path, value })).getIn(path) as { toJSON(): readonly unknown[] })
            .toJSON()
            .includes(value),
          `${value} in ${path}`,
        );
  });

  test('edits one of several documents', () => {
    const from = 'a: [x]\n---\n# second\nb:\n  - y\n---\nc: 1\n';
    const found = editField(from, 1, { op: 'add', path: ['b'], value: 'z' });
    assert.is(found, from.replace('  - y\n', '  - y\n  - z\n'));
  });

  test('removes one of several documents', () => {
    assert.is(removeDocument('a: 1\n---\nb: 2\n---\nc: 3\n', 1), 'a: 1\n---\nc: 3\n');
    assert.is(removeDocument('---\na: 1\n---\nb: 2\n', 0), '---\nb: 2\n');
    assert.is(removeDocument('a: 1\n', 0), '');
  });

  test('removes no document if one starts on the line of its marker', () => {
    assert.is(removeDocument('a: 1\n--- {b: 2}\n---\nc: 3\n', 1), undefined);
  });

  test('adds any text to any list, and changes nothing else', () => {
    const lists = fc.array(fc.string(), { minLength: 0, maxLength: 4 });
    fc.assert(
      fc.property(lists, fc.string(), fc.boolean(), (list, value, flow) => {
        const document = parseDocument('{}');
        for (const [key, part] of Object.entries({ first: 1, list, last: { x: 'y' } }))
          document.setIn([key], document.createNode(part));
        (document.contents as { flow?: boolean }).flow = false;
        if (flow) document.setIn(['list'], document.createNode(list, { flow: true }));
        const from = document.toString({ lineWidth: 0 });
        const after = parseDocument(edited({ op: 'add', path: ['list'], value }, from)).toJS();
        const wanted = list.includes(value) ? list : [...list, value];
        assert.equal(after, { first: 1, list: wanted, last: { x: 'y' } });
      }),
      { numRuns: 200 },
    );
  });
});

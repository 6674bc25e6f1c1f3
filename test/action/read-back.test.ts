import * as assert from 'uvu/assert';
import { diffObjects } from '../../analysis/diff/diff.ts';
import { readBack } from '../../analysis/diff/read-back.ts';
import { treeOf } from '../../analysis/diff/tree.ts';
import { readHunks } from '../../io/git-history.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import { validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';

suite('an earlier render', (test) => {
  test('is read back unchanged, for every valid case of every kind', () => {
    const corpus = validCorpus();
    assert.ok(corpus.length > 20);
    for (const { rendering } of corpus) {
      const { files: output, objects } = rendering;
      const past = output.flatMap(({ path, text }) => readBack(path, text).objects);
      assert.equal(
        past.map(({ id }) => formatId(id)),
        objects.map(({ id }) => formatId(id)),
      );
      assert.equal(diffObjects(past, objects), []);
    }
  });

  test('is read back with unusual characters and numbers', () => {
    const values = [
      '\u{1f680}',
      'a\uff1ab',
      'a\nb\u{1f680}\n',
      '\u2028',
      '\ufeff',
      9_007_199_254_740_991,
      0.5,
      '__proto__',
    ];
    for (const value of values) {
      const data = Object.fromEntries([[String(value), value]]);
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'b' }, data };
      const text = `# a\n---${printYaml(body, 0)}\n`;
      const past = readBack('acme/x.yaml', text).objects;
      assert.equal(
        past.map(({ id }) => formatId(id)),
        ['ConfigMap b/a'],
        JSON.stringify(value),
      );
      assert.equal(past.map(treeOf), [body], JSON.stringify(value));
    }
  });

  test('that someone edited is read back with the numbers of the documents that are not a single object', () => {
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n';
    const edits = [`---\nnot: an object\n---\n\tbroken\n---\n${namespace}---\n${namespace}--- # b\n${namespace}`];
    for (const text of [...edits, ...edits.map((one) => one.slice('---\n'.length))]) {
      const { objects, unread } = readBack('acme/x.yaml', `# a\n${text}`);
      assert.equal(
        objects.map(({ id, tenant }) => [formatId(id), tenant]),
        [['Namespace a', 'acme']],
      );
      const place = { path: 'acme/x.yaml', tenant: 'acme' };
      assert.equal(
        unread,
        [1, 2, 4].map((document) => ({ ...place, document })),
      );
    }
  });
});

suite('the lines that a change touches', (test) => {
  test('are those of the new version', () => {
    const diff =
      'diff --git a b\n--- a\n+++ tenants/b c.yaml\n@@ -1,0 +2,3 @@ x\n+a\n@@ -9 +12 @@\n-a\n+b\n@@ -20,2 +22,0 @@\n-a\n';
    assert.equal(
      [...readHunks(diff)],
      [
        [
          'tenants/b c.yaml',
          [
            [2, 4],
            [12, 12],
          ],
        ],
      ],
    );
  });
});

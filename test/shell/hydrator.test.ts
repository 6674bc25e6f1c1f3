import * as assert from 'uvu/assert';
import { hydratorText, readDrySha } from '../../shell/hydrator.ts';
import { suite } from '../harness.ts';

const drySha = '3ff41cc5247197a6caf50216c4c76cc29d78a97d';
const repoURL = 'https://github.com/acme/tenants';
const of = (message: string) =>
  hydratorText({ repoURL, drySha, commit: { author: 'A <a@example.com>', date: '2026-01-02T03:04:05Z', message } });

/** Argo CD 3.5 uses json.Encoder with an indent of two spaces, unescaped HTML, and `omitempty` for every field. */
suite('hydrator.metadata', (test) => {
  test('has the keys, order and format of Argo CD', () => {
    assert.is(
      of('add <acme> & co\n\nbecause\nit pays'),
      `{
  "repoURL": "${repoURL}",
  "drySha": "${drySha}",
  "author": "A <a@example.com>",
  "date": "2026-01-02T03:04:05Z",
  "subject": "add <acme> & co",
  "body": "because\\nit pays\\n"
}
`,
    );
  });

  test('omits empty values', () => {
    assert.equal(Object.keys(JSON.parse(of('subject only'))), ['repoURL', 'drySha', 'author', 'date', 'subject']);
    assert.is(
      hydratorText({ repoURL, drySha, commit: undefined }),
      `{\n  "repoURL": "${repoURL}",\n  "drySha": "${drySha}"\n}\n`,
    );
  });

  test('turns valid trailers about another commit into a reference, and keeps all other lines', () => {
    const trailers = [
      'Argocd-reference-commit-sha: 0123abc',
      'Argocd-reference-commit-author: B <b@example.com>',
      'Argocd-reference-commit-body: "two\\nlines"',
      'Argocd-reference-commit-date: yesterday',
      'Signed-off-by: A <a@example.com>',
    ];
    const { body, references } = JSON.parse(of(`subject\n\n${trailers.join('\n')}`));
    assert.is(body, 'Argocd-reference-commit-date: yesterday\nSigned-off-by: A <a@example.com>\n');
    assert.equal(references, [{ commit: { author: 'B <b@example.com>', body: 'two\nlines', sha: '0123abc' } }]);
  });

  test('returns the commit of an earlier render, and rejects anything else', () => {
    assert.is(readDrySha(of('x')), drySha);
    for (const text of ['', '{}', '{"drySha":"main"}', '{"drySha":1}', 'null']) assert.is(readDrySha(text), undefined);
  });
});

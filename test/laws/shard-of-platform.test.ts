import * as assert from 'uvu/assert';
import { type Document, isCollection, isMap, parseAllDocuments, parseDocument } from 'yaml';
import { render, type SourceFile } from '../../leasehold.ts';
import { type Repository, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { atLeast, isTried } from '../runs.ts';

/** A shard with the shared objects but without a tenant. */
const scope = { includes: (tenant: string) => tenant === 'platform' };

type Change = (document: Document) => void;

/** One document in each file. */
function split({ files }: Repository): readonly SourceFile[] {
  const documents = files.flatMap((file) => ('text' in file ? parseAllDocuments(file.text) : []));
  return documents.map((document, index) => ({ path: `${index}.yaml`, text: document.toString() }));
}

/** Removes the spec, sets a field to an invalid type, or copies a field of another document, which can cause a conflict. */
function changesOf(document: Document, others: readonly Document[]): readonly Change[] {
  const spec = document.get('spec');
  if (!isMap(spec)) return [];
  const fields = spec.items.map(({ key }) => ['spec', String(key)]);
  return [
    (broken) => broken.delete('spec'),
    ...fields.map((path): Change => {
      const wrong = isCollection(document.getIn(path)) ? 'no tree' : { no: 'leaf' };
      return (broken) => broken.setIn(path, wrong);
    }),
    ...others.flatMap((other) =>
      fields
        .filter((path) => other.hasIn(path))
        .map(
          (path): Change =>
            (broken) =>
              broken.setIn(path, other.getIn(path)),
        ),
    ),
  ];
}

function* eachChange(files: readonly SourceFile[]): Iterable<readonly SourceFile[]> {
  const documents = files.map((file) => parseDocument('text' in file ? file.text : ''));
  for (const [index, document] of documents.entries()) {
    for (const [at, change] of changesOf(document, documents.toSpliced(index, 1)).entries()) {
      // The index distributes the tried changes over the documents.
      if (!isTried(at + index, 12)) continue;
      const changed = document.clone();
      change(changed);
      yield files.with(index, { path: `${index}.yaml`, text: changed.toString() });
    }
  }
}

suite('law: the shard with the shared objects', (test) => {
  test('renders them as if there were no error, or fails', () => {
    const seen = { same: 0, failed: 0 };
    for (const repository of validCorpus()) {
      if (!repository.rendering.objects.some(({ tenant }) => tenant === 'platform')) continue;
      const files = split(repository);
      const expected = JSON.stringify(render(files, scope).files);
      for (const changed of eachChange(files)) {
        const part = render(changed, scope);
        const isSame = JSON.stringify(part.files) === expected;
        // A difference without an error is an ordinary change.
        assert.ok(!part.ok || isSame || render(changed).ok, `${repository.name}: ${JSON.stringify(changed)}`);
        if (isSame && !render(changed).ok) seen.same += 1;
        if (!part.ok) seen.failed += 1;
      }
    }
    assert.ok(seen.same > atLeast(2, 30) && seen.failed > atLeast(25, 300), JSON.stringify(seen));
  });
});

import * as assert from 'uvu/assert';
import { parseAllDocuments, parseDocument } from 'yaml';
import { formatPath, isError } from '../../core/problem/problem.ts';
import { schemaAt } from '../../core/validate/schema-at.ts';
import { type Schema, schemaOf } from '../../core/validate/schema-of.ts';
import { type Path, valueAt } from '../../data/tree.ts';
import { kinds } from '../../kinds/index.ts';
import { type Problem, render, type SourceFile } from '../../leasehold.ts';
import { corpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { atLeast, isTried } from '../runs.ts';

suite('law: an error next to an invalid choice', (test) => {
  test('is also reported for every valid choice', () => {
    const seen = { common: 0, tried: 0 };
    const strange: string[] = [];
    for (const [index, { name, files, rendering }] of corpus().entries()) {
      // Only a repository with an error can have one next to the choice.
      if (rendering.ok || !isTried(index, 16)) continue;
      for (const { path, choices, withValue } of choicesIn(files)) {
        const errors = errorsIn(withValue('not-a-choice')).filter(({ at }) => !at.path.startsWith(formatPath(path)));
        const valid = choices.map((choice) => new Set(errorsIn(withValue(choice)).map(textOf)));
        const wrong = errors.map(textOf).filter((text) => valid.some((texts) => !texts.has(text)));
        strange.push(...wrong.map((text) => `${name}: with ${formatPath(path)} invalid, ${text}`));
        seen.common += errors.length - wrong.length;
        seen.tried++;
      }
    }
    assert.equal(strange, []);
    assert.ok(seen.tried > atLeast(5, 100) && seen.common > atLeast(5, 200), JSON.stringify(seen));
  });
});

function errorsIn(files: readonly SourceFile[]): readonly Problem[] {
  return render(files).problems.filter(isError);
}

function textOf({ code, at, message }: Problem): string {
  return `${code} ${at.file} ${at.path}: ${message}`;
}

interface ChoiceField {
  readonly path: Path;
  /** The values that the schema allows. */
  readonly choices: readonly unknown[];
  withValue(value: unknown): readonly SourceFile[];
}

/** The fields with an enum in each document. */
function* choicesIn(files: readonly SourceFile[]): Iterable<ChoiceField> {
  const documents = files.flatMap((file) => ('text' in file ? parseAllDocuments(file.text) : []));
  if (documents.some(({ errors }) => errors.length > 0)) return;
  const texts = documents.map((document, index) => ({ path: `${index}.yaml`, text: document.toString() }));
  for (const [index, { text }] of texts.entries()) {
    const body: unknown = parseDocument(text).toJS();
    const schema = schemaFor(body);
    for (const path of pathsOf(body)) {
      const choices = schemaAt(schema, path)['enum'];
      if (Array.isArray(choices))
        yield { path, choices, withValue: (value) => texts.with(index, withField(index, text, { path, value })) };
    }
  }
}

function withField(index: number, text: string, { path, value }: { readonly path: Path; readonly value: unknown }) {
  const document = parseDocument(text);
  document.setIn(path, value);
  return { path: `${index}.yaml`, text: document.toString() };
}

const schemas = new Map(
  kinds.map(({ id }) => {
    const schema = schemaOf(id);
    return [identityIn(schema), schema] as const;
  }),
);

function identityIn(schema: Schema): string {
  const constant = (field: string) => String(valueAt(schema, 'properties', field, 'const'));
  return `${constant('apiVersion')} ${constant('kind')}`;
}

function schemaFor(body: unknown): Schema {
  return schemas.get(`${String(valueAt(body, 'apiVersion'))} ${String(valueAt(body, 'kind'))}`) ?? {};
}

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

import * as assert from 'uvu/assert';
import { isCollection, parseAllDocuments, parseDocument, stringify } from 'yaml';
import { formatPath } from '../../core/problem/problem.ts';
import { type Path, valueAt } from '../../data/tree.ts';
import { kinds } from '../../kinds/index.ts';
import { type Problem, type Rendering, render, type SourceFile } from '../../leasehold.ts';
import { corpus, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { atLeast, isTried } from '../runs.ts';

suite('law: one run reports all problems', (test) => {
  test('an invalid field causes no problem elsewhere, except in resources that refer to it', () => {
    const strange: string[] = [];
    let tried = 0;
    for (const { name, files } of validCorpus()) {
      for (const { path, files: wrong } of eachBroken(files)) {
        const field = formatPath(path);
        const others = errorsOf(wrong).filter(({ at }) => !isNear(at.path, field) && !isReference.test(at.path));
        strange.push(...others.map(({ at, message }) => `${name}: with ${field} broken, ${at.path}: ${message}`));
        tried++;
      }
    }
    assert.equal(strange, []);
    assert.ok(tried > atLeast(50, 1500), `${tried} fields`);
  });

  test('most errors are still reported if another field is invalid', () => {
    const seen = { reported: 0, missing: 0 };
    /** Several cases have the same error. */
    const known = new Set<string>();
    for (const { files, rendering } of corpus()) {
      const [problem, ...more] = errorsIn(rendering);
      if (!problem || readsOtherFields.has(problem.code) || more.length > 0 || files.length > 1) continue;
      for (const { path, value, files: wrong } of eachBroken(files)) {
        const what = `${problem.message} ${formatPath(path)}`;
        if (isNear(problem.at.path, formatPath(path)) || typeof value === 'object' || known.has(what)) continue;
        known.add(what);
        const isReported = errorsOf(wrong).some(({ code, at }) => code === problem.code && at.path === problem.at.path);
        seen[isReported ? 'reported' : 'missing']++;
      }
    }
    // Some errors follow from the invalid field, and documents of older versions are not repaired.
    assert.ok(seen.reported > atLeast(3, 100) && seen.reported > atLeast(2, 6) * seen.missing, JSON.stringify(seen));
  });

  test('a conflict is reported to every claimant, in a message that does not grow with their number', () => {
    const claimants = Array.from({ length: 300 }, (_, index) => ({
      path: `${index + 100}.yaml`,
      text: `apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: t${index}, namespace: tenants}
spec: {plan: free, userId: same, username: t${index}}
`,
    }));
    const errors = errorsOf(claimants);
    assert.is(errors.length, 300);
    const words = '100.yaml, 101.yaml, 102.yaml, 103.yaml, 104.yaml and 295 more';
    assert.equal(new Set(errors.map(({ message }) => message)).size, 1);
    assert.match(errors[0]?.message ?? '', `namespace same is claimed by more than one resource, in ${words}`);
  });
});

/** Errors that depend on several fields or on the whole file. An invalid field can hide them. */
const readsOtherFields = new Set(['invalid-yaml', 'conflicting-fields', 'over-capacity', 'unresolved-reference']);

function errorsOf(files: readonly SourceFile[]): readonly Problem[] {
  return errorsIn(render(files));
}

function errorsIn({ problems }: Rendering): readonly Problem[] {
  return problems.filter(({ severity }) => severity === 'error');
}

function isNear(path: string, field: string): boolean {
  return path.startsWith(field) || field.startsWith(path);
}

interface Broken {
  readonly path: Path;
  /** The original value. */
  readonly value: unknown;
  readonly files: readonly SourceFile[];
}

/** Repositories with one document in each file and one invalid field, for fields of each document. */
function* eachBroken(files: readonly SourceFile[]): Iterable<Broken> {
  const documents = files.flatMap((file) => ('text' in file ? parseAllDocuments(file.text) : []));
  // Without aliases, an invalid field removes no anchor that another field needs.
  const written = documents.map((document) => stringify(document.toJS(), { aliasDuplicateObjects: false }));
  const texts = written.map((text, index) => ({ path: `${index}.yaml`, text }));
  for (const [index, { text }] of texts.entries()) {
    const body: unknown = parseDocument(text).toJS();
    // Offset by the length, so that different documents test different fields.
    for (const path of fieldsOf(body).filter((_, at) => isTried(at + text.length, 36))) {
      const document = parseDocument(text);
      document.setIn(path, isCollection(document.getIn(path, true)) ? 'no tree' : { no: 'leaf' });
      yield {
        path,
        value: valueAt(body, ...path),
        files: texts.with(index, { path: `${index}.yaml`, text: document.toString() }),
      };
    }
  }
}

/** An error in a resource can also appear in resources that refer to it. */
const isReference = new RegExp(`(?:^|\\.)(?:${references().join('|')})$`);

/** With a new name or owner, it is a different resource, whose references and counts are wrong. */
const isIdentity = new RegExp(`^(?:metadata\\.(?:name|namespace|labels.*)|items.*|${references().join('|')})$`);

function references(): readonly string[] {
  return kinds.flatMap((kind) => kind.references.map(({ path }) => formatPath(path)));
}

function fieldsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = [...path, Array.isArray(value) ? Number(key) : key];
    const deep = fieldsOf(inner, own);
    return own.length > 1 && !isIdentity.test(formatPath(own)) ? [own, ...deep] : deep;
  });
}

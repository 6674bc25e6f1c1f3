import * as assert from 'uvu/assert';
import { contracts, type KindId } from '../../build/contracts.ts';
import { validators } from '../../build/validators.js';
import { schemaOf } from '../../core/validate/schema-of.ts';
import { type Path, valueAt } from '../../data/tree.ts';
import { kinds } from '../../kinds/index.ts';
import { type Rendering, readDocuments, render } from '../../leasehold.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import { validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { tried } from '../runs.ts';
import { candidates, type LeafField, leafFields, withoutValue, withValue } from './field-values.ts';
import { withoutEffect } from './without-effect.ts';

/** One document of a repository. */
interface Base {
  readonly repository: readonly DocumentFile[];
  readonly file: number;
  readonly index: number;
  /** The effect of the unchanged repository. */
  before(): string;
}

interface DocumentFile {
  readonly path: string;
  readonly documents: readonly unknown[];
}

const basesByKind = new Map<KindId, Base[]>();
for (const { files } of validCorpus()) {
  const repository = files.map((file) => ({
    path: file.path,
    documents: readDocuments([file]).map(({ body }) => body),
  }));
  let kept: string | undefined;
  const before = () => {
    kept ??= effectOf(renderDocuments(repository));
    return kept;
  };
  for (const [file, { documents }] of repository.entries())
    for (const [index, body] of documents.entries()) {
      const id = kinds.find(({ id }) => isOfKind(body, id))?.id;
      if (id !== undefined) basesByKind.set(id, [...(basesByKind.get(id) ?? []), { repository, file, index, before }]);
    }
}

function documentOf({ repository, file, index }: Base): unknown {
  return repository[file]?.documents[index];
}

function isOfKind(body: unknown, id: KindId): boolean {
  return valueAt(body, 'apiVersion') === contracts[id].apiVersion && valueAt(body, 'kind') === contracts[id].kind;
}

function renderDocuments(repository: readonly DocumentFile[]): Rendering {
  const text = (documents: readonly unknown[]) => documents.map((body) => printYaml(body, 0)).join('\n---');
  return render(repository.map(({ path, documents }) => ({ path, text: text(documents) })));
}

/** The visible result: the objects, without digests of inputs, and the problems. */
function effectOf({ objects, problems }: Rendering): string {
  const texts = objects.map(({ text }) => text.replaceAll(/^.*(?:checksum|digest).*$/gm, ''));
  const reported = problems.map(({ code, message }) => `${code} ${message}`).sort();
  return [...texts, ...reported].join('\n');
}

function hasEffect(kind: KindId, { path, schema }: LeafField): boolean {
  const top = schemaOf(kind);
  const bases = (basesByKind.get(kind) ?? []).toSorted((a, b) => depthIn(b, path) - depthIn(a, path));
  return bases.slice(0, 25).some((base) => {
    const document = documentOf(base);
    const values = candidates(schema, valueAt(document, ...path));
    const changed = values.map((value) => withValue(document, { path, value }, { schema: top, top }));
    return [...changed, withoutValue(document, path)].some((one) => changesEffect(base, one, kind));
  });
}

function changesEffect({ repository, file, index, before }: Base, changed: unknown, kind: KindId): boolean {
  if (!validators[kind](changed)) return false;
  const documents = repository[file]?.documents.map((body, at) => (at === index ? changed : body)) ?? [];
  const files = repository.map((one, at) => (at === file ? { ...one, documents } : one));
  return effectOf(renderDocuments(files)) !== before();
}

/** How many steps of the path the document contains. A field is more likely to have an effect if its parents are set. */
function depthIn(base: Base, path: Path): number {
  return path.findLastIndex((_, depth) => valueAt(documentOf(base), ...path.slice(0, depth)) !== undefined);
}

suite('law: no field is silently ignored', (test) => {
  for (const { id } of kinds) {
    test(`every field of ${contracts[id].kind} ${contracts[id].apiVersion} has an effect, a warning or a listed reason`, () => {
      const reasons = withoutEffect[id] ?? {};
      const fields = leafFields(schemaOf(id)).map((field) => ({ ...field, name: field.path.join('.') }));
      const unlisted = fields.filter(({ name }) => !Object.hasOwn(reasons, name));
      assert.equal(
        tried(unlisted, 48)
          .filter((field) => !hasEffect(id, field))
          .map(({ name }) => name),
        [],
      );
      const names = fields.map(({ name }) => name);
      assert.equal(
        Object.keys(reasons).filter((name) => !names.includes(name)),
        [],
      );
    });
  }
});

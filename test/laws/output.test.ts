import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseDocument } from 'yaml';
import { formatId } from '../../kubernetes/object-id.ts';
import { type Rendering, render } from '../../leasehold.ts';
import { readPlain } from '../../yaml/plain.ts';
import { corpus, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { runs, tried } from '../runs.ts';

const valid = validCorpus();

suite('laws of the output', (test) => {
  test('the corpus contains valid and invalid repositories', () => {
    assert.ok(valid.length >= 20 && valid.length < corpus().length, `${valid.length} of ${corpus().length} are valid`);
  });

  test('shuffled files and a second render produce the same bytes', () => {
    for (const { name, files, rendering } of tried(corpus(), 12)) {
      const expected = bytes(rendering);
      assert.is(bytes(render(files)), expected, name);
      if (files.length === 1) continue;
      fc.assert(
        fc.property(fc.shuffledSubarray([...files], { minLength: files.length }), (shuffled) => {
          assert.is(bytes(render(shuffled)), expected, name);
        }),
        { numRuns: runs(2) },
      );
    }
  });

  test('the name of the directory does not change the output', () => {
    for (const { name, files, rendering } of tried(valid, 12)) {
      const elsewhere = files.map((file) => ({ ...file, path: file.path.replace(name, '/work/copy of/it') }));
      assert.not.equal(elsewhere, files);
      assert.is(output(render(elsewhere)), output(rendering), name);
    }
  });

  test('the input is not changed', () => {
    for (const { name, files, rendering } of corpus()) {
      assert.ok(Object.isFrozen(files) && files.every((file) => Object.isFrozen(file)), name);
      assert.type(rendering.ok, 'boolean');
    }
  });

  test('a render with an error has no output', () => {
    for (const { rendering } of corpus()) {
      const { ok, objects, files: out, inventory, problems } = rendering;
      const wrong = problems.some(({ severity }) => severity === 'error');
      assert.is(ok, !wrong);
      if (wrong) assert.equal([objects.length, out.length, inventory.objects], [0, 0, 0]);
    }
  });

  test('every object is unique, and objects have a total order', () => {
    for (const { name, rendering } of valid) {
      const keys = rendering.objects.map(
        ({ file, wave, id }) => `${file} ${String(wave + 10).padStart(2, '0')} ${formatId(id)}`,
      );
      assert.equal(keys, [...new Set(keys)].sort(byCodeUnits), name);
    }
  });

  test('every object matches its identity, belongs to its tenant and has sorted keys', () => {
    for (const { name, rendering } of tried(valid, 4)) {
      for (const { id, text, tenant } of rendering.objects) {
        const object = parseDocument(text).toJS() as KubernetesObject;
        const group = object.apiVersion.includes('/') ? object.apiVersion.split('/')[0] : '';
        const { kind, metadata } = object;
        assert.equal({ group, kind, namespace: metadata.namespace ?? '', name: metadata.name }, id, name);
        assert.is(metadata.labels['leasehold.dev/tenant'], tenant, name);
        assert.is(metadata['ownerReferences' as 'name'], undefined);
        assertSorted(object, `${name} ${formatId(id)}`);
      }
    }
  });

  test('the output is plain YAML that the plain reader and the `yaml` package parse identically, even as YAML 1.1', () => {
    for (const { rendering } of tried(valid, 12)) {
      for (const { path, text } of rendering.files) {
        const documents = readPlain(text);
        assert.ok(documents, `${path} is not plain`);
        const split = text.split(/^---\n/m).slice(1);
        assert.equal(
          documents,
          split.map((one) => parseDocument(one).toJS()),
          path,
        );
        assert.equal(
          documents,
          split.map((one) => parseDocument(one, { version: '1.1' }).toJS()),
          path,
        );
      }
    }
  });
});

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
  };
}

function bytes({ ok, problems, files, inventory }: Rendering): string {
  return JSON.stringify({ ok, problems, files: files.map(({ path, text }) => [path, text]), inventory });
}

function output({ files, inventory }: Rendering): string {
  return JSON.stringify({ files: files.map(({ path, text }) => [path, text]), inventory });
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function assertSorted(value: unknown, where: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) assert.equal(Object.keys(value), Object.keys(value).sort(byCodeUnits), where);
  for (const inner of Object.values(value)) assertSorted(inner, where);
}

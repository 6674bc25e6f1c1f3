import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { type Document, parseAllDocuments } from 'yaml';
import { isError } from '../../core/problem/problem.ts';
import { isMapping } from '../../data/tree.ts';
import { formatId, readId } from '../../kubernetes/object-id.ts';
import type { Rendering } from '../../leasehold.ts';
import { hostileObjects, hostileTexts, renderForeign, withNames } from '../foreign-content.ts';
import { suite } from '../harness.ts';
import { runs } from '../runs.ts';

/**
 * The objects that kubectl and Argo CD apply. They replace an object that has a list of `items` by the items, at any depth, and
 * apply nothing for another object whose kind ends with `List`.
 */
function appliedObjects(body: unknown): readonly unknown[] {
  if (!isMapping(body)) return body === null ? [] : [body];
  const { items, kind } = body;
  if (Array.isArray(items)) return items.flatMap(appliedObjects);
  return String(kind).endsWith('List') ? [] : [body];
}

/** The IDs of all objects in the output, as a reader of a YAML version sees them. */
function seenIn({ files }: Rendering, version: '1.1' | '1.2'): readonly string[] {
  const texts = files.filter(({ path }) => path.endsWith('.yaml')).map(({ text }) => text);
  const documents = texts.flatMap((text) => [...(parseAllDocuments(text, { version, strict: true }) as Document[])]);
  const bodies = documents.map((document) => {
    assert.equal(document.errors, [], String(document));
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  });
  return bodies.flatMap(appliedObjects).map((object) => {
    const id = readId(object);
    return id ? formatId(id) : 'no object';
  });
}

/** Asserts that readers find exactly the checked objects. Returns whether the content renders. */
function readersAgree(resources: object): boolean {
  const rendering = renderForeign(resources);
  if (!rendering.ok) {
    assert.ok(rendering.problems.some(isError));
    assert.equal(rendering.files, []);
    return false;
  }
  const checked = rendering.objects.map(({ id }) => formatId(id)).sort();
  for (const version of ['1.1', '1.2'] as const)
    assert.equal([...seenIn(rendering, version)].sort(), checked, JSON.stringify(resources));
  return true;
}

suite('law: parsers of YAML 1.1 and 1.2 read the objects that the gate checked', (test) => {
  test('for any text that a gotemplate prints', () => {
    let rendered = 0;
    const property = fc.property(hostileTexts, (gotemplate) => {
      if (readersAgree({ gotemplate: gotemplate.replaceAll('{{', '{ {') })) rendered += 1;
    });
    fc.assert(property, { numRuns: runs(400) });
    assert.ok(rendered > runs(30), `only ${rendered} of the texts render`);
  });

  test('for any content of a Template', () => {
    let rendered = 0;
    const property = fc.property(hostileObjects, (manifests) => {
      if (readersAgree({ manifests: withNames(manifests) })) rendered += 1;
    });
    fc.assert(property, { numRuns: runs(400) });
    assert.ok(rendered > runs(30), `only ${rendered} of the objects render`);
  });
});

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { renderGoTemplate } from '../../gotemplate/render.ts';
import { type MarkedDocument, readMarkedYaml } from '../../yaml/marked.ts';
import { suite } from '../harness.ts';
import { runs } from '../runs.ts';
import { differencesOf, isRelated } from './selected-differences.ts';
import { selectingTemplate } from './selecting-templates.ts';
import type { Layout } from './template-entries.ts';

const values = ['', 'y', 'z,y'];

/** The documents of a template for each value of F for which it is valid. */
function renderings(template: string): readonly (readonly MarkedDocument[])[] {
  return values.flatMap((F) => {
    const result = renderGoTemplate(template, { F, G: 'g', E: '' }, new Set(['F']));
    const reading = result.ok ? readMarkedYaml(result.text, result) : undefined;
    return reading?.ok ? [reading.documents] : [];
  });
}

/** The differences between the documents for two values that the documents for the first do not report. */
function missedIn(template: string): readonly string[] {
  const all = renderings(template);
  return all.flatMap((one, index) =>
    all.flatMap((other, number) => (number === index ? [] : one.flatMap((document) => missed(document, other)))),
  );
}

function missed(document: MarkedDocument, others: readonly MarkedDocument[]): readonly string[] {
  return others
    .filter(({ tree }) => isRelated(document.tree, tree))
    .flatMap(({ tree }) => differencesOf(document.tree, tree))
    .filter(({ path, what }) => (what === 'entries' ? !document.isSelected(path) : document.isLiteral(path)))
    .map(({ path, what }) => `${what} of ${JSON.stringify(path)} in ${JSON.stringify(document.tree)}`);
}

function requireReports(layout: Layout, seed: number): void {
  const template = selectingTemplate(seed, layout);
  assert.equal(missedIn(template), [], template);
}

suite('law: what a condition on a marked value changes is selected', (test) => {
  const seeds = fc.nat({ max: 2 ** 31 });
  for (const layout of ['ordinary', 'odd'] as const)
    test(`in an ${layout} layout`, () => {
      fc.assert(
        fc.property(seeds, (seed) => requireReports(layout, seed)),
        { numRuns: runs(1600) },
      );
    });
});

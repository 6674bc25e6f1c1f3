import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { fit, type Section } from '../../action/budget.ts';
import { code, html, prose } from '../../shell/markdown.ts';
import { suite } from '../harness.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[`@#<>!*_[\]()|\\&~ \n:/w.a-z0-9-]*$/),
  fc.constantFrom(
    '@acme/all',
    '#1',
    'GH-1',
    '<img src=x>',
    '```',
    '-->',
    '</details>',
    'https://x',
    'www.x',
    '[a](b)',
    '- x',
    '1. x',
  ),
);

suite('text from a tenant in Markdown', (test) => {
  test('as prose contains no mentions, links or HTML', () =>
    fc.assert(
      fc.property(hostile, (text) => {
        const out = prose(text);
        assert.not.match(out, /[<>\n]|@[\w-]|#\d|:\/\/|www\.|GH-\d/i);
        assert.not.match(out.replace(/\\[\s\S]/g, ''), /[`*_[\](){}|~]/);
      }),
    ));

  test('as code cannot close its code span', () =>
    fc.assert(
      fc.property(hostile, (text) => {
        const out = code(text);
        const [fence = ''] = /^`+/.exec(out) ?? [];
        const inside = out.slice(fence.length, -fence.length);
        assert.ok(out.endsWith(fence) && !out.includes('\n'));
        assert.ok(![...inside.matchAll(/`+/g)].some(([run]) => run.length === fence.length));
      }),
    ));

  test('in an HTML element contains no mentions, links or HTML', () =>
    fc.assert(fc.property(hostile, (text) => assert.not.match(html(text), /[<>\n]|@[\w-]|#\d|:\/\/|www\.|GH-\d/i))));
});

suite('a report', (test) => {
  const section: fc.Arbitrary<Section> = fc
    .array(fc.tuple(fc.string({ maxLength: 300 }), fc.string({ maxLength: 30 })), { maxLength: 30 })
    .map((pieces) => ({ head: 'head\n', pieces, foot: 'foot\n', leftOut: (missing) => `${missing} left out\n` }));

  test('fits the size limit, and keeps the head of each section', () =>
    fc.assert(
      fc.property(fc.array(section, { maxLength: 5 }), fc.integer({ min: 300, max: 4000 }), (sections, budget) => {
        const text = fit(sections, budget);
        assert.ok(Buffer.byteLength(text) <= budget);
        assert.is(text.split('head\n').length - 1, sections.length);
      }),
    ));

  test('shortens a piece before omitting it, and counts omitted pieces', () => {
    const one = {
      head: '',
      foot: '',
      leftOut: (missing: number) => `${missing} left out`,
      pieces: [['long'.repeat(20), 'short'], ['b']],
    };
    assert.is(fit([one], 100), `${'long'.repeat(20)}b`);
    assert.is(fit([one], 30), 'shortb');
    assert.is(fit([one], 13), 'b1 left out');
  });
});

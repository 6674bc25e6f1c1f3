import fc from 'fast-check';
import { RE2JS } from 're2js';
import * as assert from 'uvu/assert';
import { renderGoTemplate } from '../gotemplate/render.ts';
import { compileRe2 } from '../kubernetes/re2.ts';
import { programSizeLimit } from '../kubernetes/re2-size.ts';
import { suite } from './harness.ts';
import { needsAtMost } from './quickest.ts';

const parts =
  'a b . [a-z] [^]x] []a] [[:alpha:]] ( ( ) ) (?: (?i: (?P<n> (?i) | {3} {2,} {0,7} {20} {,3} {x} { } * + ? *? \\d \\pL \\p{Greek} \\x{41} \\x41 \\Q(a{9}\\E \\Q \\E \\b \\{ [\\]] [ ] \\ ^ $';
const patterns = fc.array(fc.constantFrom(...parts.split(' ')), { maxLength: 14 }).map((one) => one.join(''));

suite('the estimated size of a regular expression', (test) => {
  test('is at least the size of its program', () => {
    let valid = 0;
    fc.assert(
      fc.property(patterns, (pattern) => {
        const size = sizeOf(pattern);
        if (size === undefined) return;
        valid++;
        assert.ok(programSizeLimit(pattern) >= size, `${pattern}: ${programSizeLimit(pattern)} < ${size}`);
      }),
      { numRuns: 5000 },
    );
    assert.ok(valid > 500);
  });

  for (const pattern of ['((a{100}){100}){10}', 'a{1000}'.repeat(20), '(((a|b){30}){30}c){30}', '(?:.{999}|x){9}'])
    test(`is too large for ${pattern.slice(0, 30)}, which is not compiled`, () =>
      needsAtMost(100, () => {
        const result = compileRe2(pattern);
        assert.match(
          'error' in result ? result.error : '',
          'is too large: it can compile to more than 10000 instructions',
        );
      }));

  for (const pattern of ['^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$', '^([a-z0-9-]{1,63}\\.){1,10}[a-z]{2,63}$', 'a{1000}'])
    test(`is small enough for ${pattern}`, () => assert.ok('re2' in compileRe2(pattern)));

  test('counts toward the budget of a Go template', () => {
    for (const template of [
      '{{ $x := repeat 100000 "a" }}{{ range 99 }}{{ regexMatch "[a-z]{1000}[0-9]{1000}b" $x }}{{ end }}',
      '{{ range 19999 }}{{ regexMatch "[a-z]{1000}[0-9]{1000}b" "a" }}{{ end }}',
      '{{ $x := repeat 4000 "ab" }}{{ range 999 }}{{ regexFindAll "(a?){999}" $x -1 }}{{ end }}',
    ])
      needsAtMost(
        10_000,
        () => {
          const result = renderGoTemplate(template, {});
          assert.match(result.ok ? '' : result.problem.message, 'exceeds the limit of 1000000 steps', template);
        },
        template,
      );
  });
});

/** Undefined for an invalid pattern. */
function sizeOf(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern).programSize();
  } catch {
    return undefined;
  }
}

import * as assert from 'uvu/assert';
import type { Annotation } from '../../action/ports.ts';
import { annotate, logLine } from '../../action/workflow-commands.ts';
import { annotationsIn } from '../../e2e/github/commands.ts';
import { suite } from '../harness.ts';

/** What the Action prints for annotations. */
function printed(...annotations: readonly Annotation[]): string {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += String(chunk);
    return true;
  };
  try {
    for (const one of annotations) annotate(one);
  } finally {
    process.stdout.write = write;
  }
  return text;
}

function inFile(file: string): Annotation {
  return { severity: 'error', message: 'wrong', title: 'code: spec', at: { file, line: 3, column: 5 } };
}

suite('a workflow command', (test) => {
  const hostile = [
    'a%0A::error::b.yaml',
    'a\n::error::b.yaml',
    'a\r::add-mask::b',
    'a,line=9',
    'a::b',
    'a:b%25',
    'a\tb',
    'a%3A%2C',
  ];

  test('contains the exact path of a file as one property on one line', () => {
    for (const file of hostile) {
      const text = printed(inFile(file));
      assert.match(text, /^::error title=code%3A spec,file=[^:,\r\n]*,line=3,col=5::wrong\n$/, JSON.stringify(file));
      assert.equal(annotationsIn(text), [{ severity: 'error', file, line: 3, column: 5, message: 'wrong' }]);
    }
    assert.match(printed(inFile('a\n::error::b%,.yaml')), 'file=a%0A%3A%3Aerror%3A%3Ab%25%2C.yaml,');
  });

  test('contains no character of a path that a terminal interprets', () => {
    assert.match(printed(inFile('a\u001b[8m\u202eb\u2028.yaml')), ',file=a·[8m·b·.yaml,');
  });

  test('cannot be injected through a line of the log', () => {
    for (const file of hostile) assert.not.match(logLine(`${file}:1:1 error`), /[\r\n]|^\s*::|##\[/);
    assert.is(logLine(' ::error::x ##[group]y'), ': :error::x ## [group]y');
  });
});

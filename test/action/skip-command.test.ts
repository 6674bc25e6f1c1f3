import * as assert from 'uvu/assert';
import { readEvent } from '../../action/event.ts';
import { skipNotes } from '../../action/skip-command.ts';
import { suite } from '../harness.ts';

function notesOf(title: string): readonly string[] {
  return skipNotes(readEvent({}, { pull_request: { number: 7, title } }));
}

suite('a command that skips runs', (test) => {
  test('in the title of a pull request is reported, because GitHub starts no run for the merge', () => {
    for (const command of ['[skip ci]', '[ci skip]', '[no ci]', '[skip actions]', '[actions skip]', '[Skip CI]']) {
      const [note = ''] = notesOf(`Add acme ${command}`);
      assert.match(note, `The title of the pull request contains \`${command}\`.`);
    }
  });

  test('is not reported without brackets, or without a pull request', () => {
    assert.equal([notesOf('Explain how to skip CI'), skipNotes(readEvent({}, {}))], [[], []]);
  });
});

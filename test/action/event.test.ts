import * as assert from 'uvu/assert';
import { readEvent } from '../../action/event.ts';
import { suite } from '../harness.ts';

suite('an event of a pull request', (test) => {
  test('can follow a push if commits were pushed, or if the pull request was closed in between', () => {
    const canFollowPush = (action: string) =>
      readEvent({}, { action, pull_request: { number: 7 } }).pullRequest?.canFollowPush;
    assert.equal(['synchronize', 'reopened', 'opened', 'labeled'].map(canFollowPush), [true, true, false, false]);
  });
});

import * as assert from 'uvu/assert';
import { readEvent } from '../../action/event.ts';
import { suite } from '../harness.ts';

suite('an event of a pull request', (test) => {
  test('names the changed label, a change of the target branch, and the branch of the head', () => {
    const head = { ref: 'change', sha: 'a'.repeat(40), repo: { full_name: 'acme/tenants' } };
    const payload = { action: 'labeled', label: { name: 'area/x' }, pull_request: { number: 7, head } };
    const { pullRequest } = readEvent({}, payload);
    assert.equal(
      [pullRequest?.action, pullRequest?.changedLabel, pullRequest?.head],
      ['labeled', 'area/x', { repository: 'acme/tenants', branch: 'change' }],
    );
    const changes = { base: { ref: { from: 'other' } } };
    assert.is(readEvent({}, { changes, pull_request: { number: 7 } }).pullRequest?.isRetargeted, true);
    assert.is(readEvent({}, { changes: { title: {} }, pull_request: { number: 7 } }).pullRequest?.isRetargeted, false);
    assert.equal(readEvent({}, { pull_request: { number: 7 } }).pullRequest?.head, { repository: '', branch: '' });
  });
});

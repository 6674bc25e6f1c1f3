import * as assert from 'uvu/assert';
import { collectHistory, commitsToRead } from '../../console/data/collect-history.ts';
import { suite } from '../harness.ts';

const commits = Array.from({ length: commitsToRead - 1 }, (_, index) => ({
  sha: String(index),
  author: 'a',
  date: '2026-01-02T03:04:05Z',
  subject: 'x',
  request: undefined,
}));
const large = 'x'.repeat(4_000_000);

suite('the size of a history', (test) => {
  test('is limited if each commit changes large files', () => {
    const history = collectHistory(commits, ({ sha }) => [{ path: 'tenants/a.yaml', text: `${large}${sha}` }]);
    assert.is(history.commits.length, 17);
    assert.is(history.isComplete, false);
  });

  test('does not depend on files that no commit changes', () => {
    const history = collectHistory(commits, () => [{ path: 'tenants/a.yaml', text: large }]);
    assert.is(history.commits.length, commits.length);
    assert.is(history.isComplete, true);
  });
});

import * as assert from 'uvu/assert';
import { describeApiError, graphqlError, isConflict, isForbidden } from '../../action/api-error.ts';
import { suite } from '../harness.ts';

/** An error in the form that Octokit throws. */
function apiError(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Error {
  return Object.assign(new Error(message), { status, response: { headers }, request: { method: 'POST' } });
}

const accepted = { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' };

suite('an error from GitHub', (test) => {
  test('names a missing permission in the syntax of workflows', () => {
    const rejected = apiError(403, 'Resource not accessible by integration', accepted);
    assert.ok(isForbidden(rejected));
    assert.match(
      describeApiError(rejected, '') ?? '',
      'add `issues: write` or `pull-requests: write` to the `permissions` of the job',
    );
    assert.ok(isForbidden(apiError(404, 'Not Found', accepted)), 'a write that GitHub hides with 404');
  });

  test('is reported with the permissions of the mode if it comes from GraphQL', () => {
    const rejected = graphqlError({ type: 'FORBIDDEN', message: 'Resource not accessible by integration' });
    assert.match(
      describeApiError(rejected, 'contents: write') ?? '',
      'add `contents: write` to the `permissions` of the job',
    );
  });

  test('is not a missing permission if a rate limit causes it', () => {
    for (const limit of [
      apiError(403, 'API rate limit exceeded'),
      apiError(403, 'no', { 'x-ratelimit-remaining': '0' }),
    ]) {
      assert.not(isForbidden(limit));
      assert.match(describeApiError(limit, '') ?? '', 'rate limit');
    }
  });

  test('is a conflict if a branch has moved or already exists; any other 422 is not', () => {
    assert.ok(isConflict(apiError(422, 'Update is not a fast forward')));
    assert.ok(isConflict(apiError(422, 'Reference already exists')));
    assert.ok(isConflict(apiError(409, 'Conflict')));
    assert.not(isConflict(apiError(422, 'Repository rule violations found')));
    assert.not(isConflict(new Error('Reference already exists')));
  });

  test('is reported in one short line, even if a proxy returns an HTML page', () => {
    const page = describeApiError(apiError(503, `<html>\n${'x'.repeat(9000)}</html>`), '') ?? '';
    assert.ok(page.length < 400 && !page.includes('\n'));
    assert.is(describeApiError(new Error('ours'), ''), undefined);
  });
});

import * as assert from 'uvu/assert';
import { requestUrl } from '../../console/app/forge-link.ts';
import { blame } from '../../console/model/blame.ts';
import type { LineView } from '../../console/model/blame-views.ts';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';
import { sampleFiles, sampleText, serviceOf } from './sample.ts';

const path = 'tenants/mto-quota-small.yaml';
const edited = (from: string, to: string) =>
  sampleFiles.map((file) => ('text' in file ? { ...file, text: file.text.replace(from, to) } : file));

const widened = edited('requests.cpu: "8"', 'requests.cpu: "16"');
const service = serviceOf(edited('requests.cpu: "8"', 'requests.cpu: "32"'), [widened, sampleFiles]);

function sourceOf(lines: readonly LineView[], part: string): unknown {
  const from = lines.find(({ text }) => text.includes(part))?.from;
  return typeof from === 'object' ? from.subject : from;
}

suite('in the blame of the console,', (test) => {
  test('a line of a file comes from the commit that wrote it', async () => {
    const lines = await service.blameFile(undefined, path);
    assert.is(lines.map(({ text }) => `${text}\n`).join(''), sampleText(path).replace('"8"', '"32"'));
    assert.equal([sourceOf(lines, 'requests.cpu'), sourceOf(lines, 'kind:')], ['uncommitted', 'commit 1']);
    const earlier = await service.blameFile('0000000', path);
    assert.equal([sourceOf(earlier, 'requests.cpu'), sourceOf(earlier, 'kind:')], ['commit 0', 'commit 1']);
  });

  test('a line of an object can come from a commit that changed another file', async () => {
    const lines = await service.blameObject('0000000', 'pay', 'ResourceQuota pay-dev/mto-quota');
    assert.equal([sourceOf(lines, 'requests.cpu'), sourceOf(lines, 'name: mto-quota')], ['commit 0', 'commit 1']);
  });

  test('a file that does not exist has no lines', async () => {
    assert.equal(await service.blameFile(undefined, 'tenants/none.yaml'), []);
  });

  test('the commit of many changed lines is found quickly', () => {
    const textOf = (letter: string) =>
      [
        'first',
        ...Array(30_000)
          .fill(letter)
          .map((one, i) => one + i),
        'last',
      ].join('\n');
    const versions = ['b', 'a'].map((commit) => ({ commit, text: textOf(commit) }));
    needsAtMost(5000, () => {
      const lines = blame(versions, () => true);
      assert.equal(
        [0, 1, 15_000, 30_000, 30_001].map((index) => lines[index]?.commit),
        ['a', 'b', 'b', 'b', 'a'],
      );
    });
  });

  test('a pull request has a link on each forge', () => {
    const urls = ['edit', '-/edit', '_edit'].map((page) =>
      requestUrl(`https://git.corp.io/a/b/${page}/main/`, page === '-/edit' ? '!7' : '#7'),
    );
    assert.equal(urls, [
      'https://git.corp.io/a/b/pull/7',
      'https://git.corp.io/a/b/-/merge_requests/7',
      'https://git.corp.io/a/b/pulls/7',
    ]);
    assert.is(requestUrl(undefined, '#7'), undefined);
  });
});

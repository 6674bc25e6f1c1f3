import * as assert from 'uvu/assert';
import { bundleForBrowser } from '../../scripts/build/browser.ts';
import { suite } from '../../test/harness.ts';
import { visit } from '../browser/chromium.ts';
import type { Posted } from '../browser/page.ts';
import { deliverCorpus } from './corpus.ts';

suite('the core in a browser', (test) => {
  test('renders every repository of the corpus to the same bytes, or reports the same errors', async () => {
    const repositories = deliverCorpus();
    const given = JSON.stringify(repositories.map(({ sources }) => sources));
    const { posted, requests } = await visit(await bundleForBrowser('e2e/browser/page.ts'), given);
    const { mayEvaluate, deliveries } = JSON.parse(posted) as Posted;
    assert.is(mayEvaluate, false);
    assert.is(deliveries.length, repositories.length);
    for (const [index, { name, delivery }] of repositories.entries())
      assert.equal(deliveries[index], JSON.parse(JSON.stringify(delivery)), name);
    assert.ok(requests.every(({ agent }) => agent.includes('HeadlessChrome/')));
    const asked = requests.map((request) => request.asked);
    assert.equal(asked, ['GET /', 'GET /page.js', 'GET /given', 'POST /result']);
  });
});

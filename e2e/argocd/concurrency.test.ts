import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { sharedArgoCd } from './argocd.ts';
import { manyTenants } from './fixtures.ts';
import { report } from './report.ts';
import { makeRepository } from './repository.ts';
import { pluginLog } from './servers.ts';

/** The highest number of concurrent renders, from the log of the plugin server. */
function maxConcurrent(): number {
  let [now, most] = [0, 0];
  for (const line of readFileSync(pluginLog, 'utf8').split('\n')) {
    if (!line.includes('"grpc.method":"GenerateManifest"')) continue;
    now += line.includes('"msg":"started call"') ? 1 : line.includes('"msg":"finished call"') ? -1 : 0;
    most = Math.max(most, now);
  }
  return most;
}

suite('in a real Argo CD, 20 Applications of one repository', (test) => {
  test('are rendered concurrently without an error', async () => {
    const argo = await sharedArgoCd();
    await argo.restartPlugin((text) => text);
    const repository = makeRepository();
    const commit = repository.commit(manyTenants(20, 'crowd'));
    const start = performance.now();
    const names = Array.from({ length: 20 }, (_, index) => `crowd${index + 1}`);
    const applications = await Promise.all(
      names.map((tenant) => argo.create({ name: tenant, repository, parameters: { tenant } })),
    );
    for (const application of applications) {
      const { resources = [] } = await application.settled(commit, 180);
      assert.is(resources.length, 7);
    }
    report(`20 Applications at once, up to ${maxConcurrent()} concurrent renders, Synced and Healthy`, start);
    assert.ok(maxConcurrent() > 1);
    for (const application of applications) await application.remove();
  });
});

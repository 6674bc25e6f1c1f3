import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { applicationObject, compareAgain } from './application.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { makeRepository } from './repository.ts';
import { repoServerLog } from './servers.ts';

/** How often Argo CD rendered this Application instead of using its cache. */
function renders(): number {
  const lines = readFileSync(repoServerLog, 'utf8').split('\n');
  return lines.filter((line) => /"application":"upgrade".*"msg":"setting manifests cache"/.test(line)).length;
}

suite('in a real Argo CD, another version of the plugin', (test) => {
  test('renders everything again, because Applications contain the version; nothing is rendered again for the same version', async () => {
    const argo: ArgoCd = await sharedArgoCd();
    const repository = makeRepository();
    const commit = repository.commit({
      'tenants/platform.yaml': platform,
      'tenants/upgrade.yaml': kleffTenant('upgrade'),
    });
    const source = { name: 'upgrade', repository };
    const application = await argo.create(source);
    await application.settled(commit);
    try {
      await argo.restartPlugin((text) => text);
      await compareAgain(application);
      assert.is(renders(), 1);
      await argo.restartPlugin((text) => text.replace('version: "0.1.0"', 'version: "0.2.0"'));
      await argo.apply(applicationObject({ ...source, plugin: 'leasehold-0.2.0' }, argo.server));
      await compareAgain(application);
      await application.settled(commit);
      assert.is(renders(), 2);
    } finally {
      await argo.restartPlugin((text) => text);
      await application.remove();
    }
  });
});

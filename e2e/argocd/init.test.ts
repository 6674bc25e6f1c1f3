import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { inSandbox } from '../../test/cli/sandbox.ts';
import { suite } from '../../test/harness.ts';
import { type KubeObject, readManifests } from '../manifests.ts';
import { applicationIn } from './application.ts';
import { sharedArgoCd } from './argocd.ts';

const exampleServer = 'https://kubernetes.default.svc';

suite('in a real Argo CD, the repository that leasehold init creates', (test) => {
  test('becomes Synced and Healthy from the rendered files', async () => {
    const argo = await sharedArgoCd();
    await inSandbox(async ({ root, git, leasehold }) => {
      git('init', '--quiet', '--initial-branch=main');
      assert.is(leasehold('init', '--repository', `file://${root}`).code, 0);
      git('add', '--all');
      git('commit', '--quiet', '--message=init');
      git('checkout', '--quiet', '--orphan', 'rendered');
      git('rm', '--quiet', '-r', '--cached', '.');
      assert.is(leasehold('render', '--out', '.rendered').code, 0);
      git('--work-tree=.rendered', 'add', '--all');
      git('commit', '--quiet', '--message=rendered');
      const commit = git('rev-parse', 'HEAD').trim();
      await argo.apply(renderedApplication(root, argo.server));
      await applicationIn(argo.plane.api, 'first-day').settled(commit);
      const { body } = await argo.plane.api.request('GET', '/api/v1/namespaces/acme-dev/resourcequotas');
      assert.is((body['items'] as readonly unknown[]).length, 1);
    });
  });
});

/** The Application of argocd/ with another name, for the cluster of the test. */
function renderedApplication(root: string, server: string): KubeObject {
  const text = readFileSync(join(root, 'argocd/tenants.yaml'), 'utf8').replace(exampleServer, server);
  const [application] = readManifests(text);
  if (!application) throw new Error('argocd/tenants.yaml has no object');
  return { ...application, metadata: { ...application.metadata, name: 'first-day' } };
}

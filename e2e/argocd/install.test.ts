import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { diagnose } from '../../doctor/argocd/doctor.ts';
import { suite } from '../../test/harness.ts';
import { complaints } from '../cluster.ts';
import { sharedArgoCd } from './argocd.ts';
import { readExample } from './examples.ts';

const folder = resolve(import.meta.dirname, '../../plugin/install');
const own = { server: 'https://kubernetes.default.svc', repository: 'https://git.example.com/own.git' };

suite('the installation in Argo CD', (test) => {
  test('adds a second container to the repo-server, and it starts', async () => {
    const { plane } = await sharedArgoCd();
    const rollout = ['rollout', 'status', 'deployment/argocd-repo-server', '-n', 'argocd', '--timeout=60s'];
    assert.is(plane.kubectl(rollout).status, 0);
    const jsonpath = '-o=jsonpath={.spec.template.spec.containers[*].name}';
    const { stdout } = plane.kubectl(['get', 'deployment/argocd-repo-server', '-n', 'argocd', jsonpath]);
    assert.is(stdout, 'argocd-repo-server leasehold');
  });

  test('keeps the resource exclusions of Argo CD, and adds the health check of Org', async () => {
    const { installation } = await sharedArgoCd();
    const settings = installation.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'argocd-cm');
    const keys = Object.keys(settings?.['data'] ?? {});
    assert.ok(keys.includes('resource.exclusions'));
    assert.ok(keys.includes('resource.customizations.health.tetrapus.io_Org'));
  });

  test('passes leasehold doctor with the defaults of Argo CD', async () => {
    const { installation } = await sharedArgoCd();
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: installation });
    const { findings, examined } = diagnose([{ path: 'installation.json', text }]);
    assert.equal(findings, []);
    for (const name of ['ConfigMap argocd/argocd-cm', 'Deployment argocd/argocd-repo-server'])
      assert.ok(examined.includes(name));
  });

  test('has a project, a ClusterRole and examples that the API server accepts', async () => {
    const { cluster } = await sharedArgoCd();
    const examples = readdirSync(resolve(folder, 'examples')).map((file) => `examples/${file}`);
    const objects = ['access/project.yaml', 'access/cluster-role.yaml', ...examples].map((file) =>
      readExample(file, own),
    );
    assert.equal(complaints(await cluster.apply(objects, { dryRun: true, force: true })), []);
  });
});

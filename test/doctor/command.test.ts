import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { runOn } from '../cli/fake-ports.ts';
import { suite } from '../harness.ts';
import { application } from './argocd/objects.ts';

suite('leasehold doctor argocd', (test) => {
  const text = stringify({ apiVersion: 'v1', kind: 'List', items: [application({ plugin: { name: 'leasehold' } })] });

  test('reads what kubectl prints, says what is wrong and how to mend it, and fails on an error', async () => {
    const { code, stdout } = await runOn({ texts: { 'argocd.yaml': text } }, 'doctor', 'argocd', 'argocd.yaml');
    assert.is(code, 1);
    assert.is(
      stdout,
      'argocd.yaml: error Application argocd/tenants: spec.source.plugin.name: Argo CD knows a plugin that has a version only by its name and version (write leasehold-<version of plugin.yaml>)\n1 object examined: 1 error, 0 warnings\n',
    );
  });

  test('is content with a directory that is in order, and prints JSON when asked', async () => {
    const machine = { trees: { argocd: [{ path: 'argocd/a.yaml', text: stringify(application()) }] } };
    const fine = await runOn(machine, 'doctor', 'argocd', 'argocd', '--strict', '--format', 'json');
    assert.equal(
      [fine.code, JSON.parse(fine.stdout)],
      [0, { findings: [], examined: ['Application argocd/tenants'], unexamined: [] }],
    );
  });

  test('says so when there is nothing to look at', async () => {
    assert.is((await runOn({}, 'doctor', 'argocd', 'nowhere')).code, 2);
    assert.is((await runOn({ texts: { 'a.yaml': 'kind: Pod\n' } }, 'doctor', 'argocd', 'a.yaml')).code, 2);
    assert.is((await runOn({}, 'doctor', 'flux')).code, 2);
  });
});

import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { runOn } from '../cli/fake-ports.ts';
import { suite } from '../harness.ts';
import { complete, plugin, rendered } from './argocd/mistake.ts';
import { application, pluginYaml } from './argocd/objects.ts';

suite('leasehold doctor argocd', (test) => {
  const text = stringify({ apiVersion: 'v1', kind: 'List', items: [application({ plugin: { name: 'leasehold' } })] });
  const whole = complete(plugin())
    .map((object) => stringify(object))
    .join('---\n');

  test('reads the output of kubectl, reports the line and the fix, and fails on an error', async () => {
    const { code, stdout } = await runOn({ texts: { 'argocd.yaml': text } }, 'doctor', 'argocd', 'argocd.yaml');
    assert.is(code, 1);
    assert.is(
      stdout,
      'argocd.yaml:14: error Application argocd/tenants: spec.source.plugin.name: Argo CD finds a plugin that has a version only by its name and version (write leasehold-<version of plugin.yaml>)\nnot examined: ConfigMap argocd-cm, ConfigMap argocd-cmd-params-cm, Deployment argocd-repo-server, AppProject default: not in the input\n1 object examined, 4 not: 1 error, 0 warnings in what was examined\n',
    );
  });

  test('finds nothing in a complete directory, and prints JSON', async () => {
    const machine = { trees: { argocd: [{ path: 'argocd/a.yaml', text: whole }] } };
    const { code, stdout } = await runOn(machine, 'doctor', 'argocd', 'argocd', '--strict', '-o', 'json');
    const { findings, examined, unexamined } = JSON.parse(stdout);
    assert.equal([code, findings, unexamined, examined.length], [0, [], [], 6]);
    const plain = await runOn(machine, 'doctor', 'argocd', 'argocd', '--strict');
    assert.is(plain.stdout, '6 objects examined: no findings\n');
  });

  test('never prints "no findings" for objects that it did not examine', async () => {
    const foreign = rendered({
      project: 'default',
      source: { repoURL: 'https://git.example.com/a.git', targetRevision: 'main' },
    });
    const machine = { texts: { 'a.yaml': stringify(foreign) } };
    const { code, stdout } = await runOn(machine, 'doctor', 'argocd', 'a.yaml');
    assert.is(code, 0);
    assert.is(
      stdout,
      'not examined: Application argocd/tenants: not recognized as output of leasehold; to examine an Application of a rendered directory, pass --rendered NAME\n0 objects examined, 1 not\n',
    );
    const named = await runOn(machine, 'doctor', 'argocd', 'a.yaml', '--rendered', 'tenants');
    assert.match(named.stdout, '1 object examined, 2 not');
  });

  test('lists files that are not YAML, and rejects an input that contains nothing else', async () => {
    const broken = { path: 'argocd/b.yaml', text: 'kind: Application\n  spec: [\n' };
    const machine = { trees: { argocd: [{ path: 'argocd/a.yaml', text: whole }, broken] } };
    const { code, stdout } = await runOn(machine, 'doctor', 'argocd', 'argocd', '--strict');
    assert.is(code, 0);
    assert.is(
      stdout,
      'not examined: argocd/b.yaml: line 1: nested mappings are not allowed in compact mappings\n6 objects examined, 1 not: no findings in what was examined\n',
    );
    const alone = await runOn({ trees: { argocd: [broken] } }, 'doctor', 'argocd', 'argocd');
    assert.is(alone.code, 2);
    assert.match(
      alone.stderr,
      'argocd contains no objects of Argo CD; not read: argocd/b.yaml (line 1: nested mappings',
    );
  });

  test('prints no warnings with --quiet, but counts them', async () => {
    const machine = { texts: { 'a.yaml': stringify(pluginYaml({ lockRepo: true })) } };
    const { stdout } = await runOn(machine, 'doctor', 'argocd', 'a.yaml');
    assert.match(stdout, /^a.yaml:\d+: warning /);
    const quiet = await runOn(machine, 'doctor', 'argocd', 'a.yaml', '--quiet');
    assert.is(quiet.stdout, stdout.replaceAll(/^.*: warning .*\n/gm, ''));
    assert.match(quiet.stdout, '0 errors, 1 warning');
  });

  test('rejects a missing input, an input without an object of Argo CD, and an unknown system', async () => {
    assert.is((await runOn({}, 'doctor', 'argocd', 'nowhere')).code, 2);
    assert.is((await runOn({ texts: { 'a.yaml': 'kind: Pod\n' } }, 'doctor', 'argocd', 'a.yaml')).code, 2);
    assert.is((await runOn({}, 'doctor', 'flux')).code, 2);
  });
});

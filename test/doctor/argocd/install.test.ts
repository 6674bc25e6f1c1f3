import { readdirSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { application, config, params, pluginYaml, repoServer } from './objects.ts';

const settingsFile = 'plugin/install/argocd-cm.yaml';

/** The settings of the installation and, for delegated tenants, those that docs/argocd.md adds. */
function settingsOf(example: string): string {
  const impersonation = `  application.sync.impersonation.enabled: "true"
  application.sync.impersonation.enforced: "false"
`;
  return `${readFileSync(settingsFile, 'utf8')}${example.includes('string: workloads') ? impersonation : ''}`;
}

suite('the doctor for Argo CD, on our own files', (test) => {
  test('finds nothing in the installation and in the examples', () => {
    const names = readdirSync('plugin/install', { recursive: true, encoding: 'utf8' });
    const paths = ['plugin/plugin.yaml', ...names.map((name) => `plugin/install/${name}`)];
    const files = paths
      .filter((path) => path.endsWith('.yaml'))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
    const isExample = ({ path }: { readonly path: string }) => path.includes('/examples/');
    const examples = files.filter(isExample);
    assert.ok(examples.length >= 5);
    for (const example of examples) {
      const installed = files.filter((file) => !isExample(file) && file.path !== settingsFile);
      const settings = { path: settingsFile, text: settingsOf(example.text) };
      const { findings, examined } = diagnose([...installed, settings, example]);
      assert.equal(findings, [], example.path);
      assert.ok(examined.includes('AppProject argocd/leasehold'));
    }
    assert.equal(finds(application(), repoServer({}), pluginYaml({}), config('argocd-cmd-params-cm', params)), []);
  });
});

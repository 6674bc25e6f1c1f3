import { readdirSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { initFiles } from '../../../build/init-files.ts';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { finds } from './finds.ts';
import { liveExport } from './live.ts';
import { application, config, params, pluginYaml, repoServer } from './objects.ts';

const repository = 'https://git.example.com/platform/tenants.git';
const settingsFile = 'plugin/install/argocd-cm.yaml';

/** The settings of the installation and, for delegated tenants, those that docs/argocd.md adds. */
function settingsOf(example: string): string {
  const impersonation = `  application.sync.impersonation.enabled: "true"
  application.sync.impersonation.enforced: "false"
`;
  return `${readFileSync(settingsFile, 'utf8')}${example.includes('string: workloads') ? impersonation : ''}`;
}

const isExample = ({ path }: { readonly path: string }) => path.includes('/examples/');

/** The files of plugin/install/. */
function filesOf() {
  const names = readdirSync('plugin/install', { recursive: true, encoding: 'utf8' });
  const paths = ['plugin/plugin.yaml', ...names.map((name) => `plugin/install/${name}`)];
  return paths.filter((path) => path.endsWith('.yaml')).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

suite('the doctor for Argo CD, on our own files', (test) => {
  const files = filesOf();
  const examples = files.filter(isExample);
  const installed = files.filter((file) => !isExample(file) && file.path !== settingsFile);
  const examine = (own: string) => {
    const texts = [...installed.map(({ text }) => text), settingsOf(own), own];
    return diagnose([{ path: 'export.yaml', text: texts.join('\n---\n') }]);
  };

  for (const { path, text } of examples)
    test(`finds nothing in ${path}, nor in a live export of it`, () => {
      for (const own of [text, liveExport(text)]) {
        const { findings, examined } = examine(own);
        assert.equal(findings, []);
        assert.ok(examined.includes('AppProject argocd/leasehold'));
      }
    });

  test('finds nothing in a live export of what leasehold init writes, and examines each of its Applications', () => {
    const { findings, examined } = examine(
      liveExport(initFiles['argocd/tenants.yaml'].replaceAll('{repository}', repository)),
    );
    assert.equal(findings, []);
    for (const name of ['acme', 'globex', 'platform'])
      assert.ok(examined.includes(`Application argocd/tenant-${name}`), examined.join());
  });

  test('finds nothing in a valid installation', () => {
    assert.ok(examples.length >= 5);
    assert.equal(finds(application(), repoServer({}), pluginYaml({}), config('argocd-cmd-params-cm', params)), []);
  });
});

import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { application } from './objects.ts';

suite('the doctor for the paths that trigger a render', (test) => {
  test('reports a Platform directory next to the tenants if changes to it do not trigger a render', () => {
    const spec = { directoryPerTenant: true };
    const repository = (platform: string, paths: string, directory?: string) => {
      const parameters = [
        { name: 'tenant', string: 'acme' },
        ...(directory === undefined ? [] : [{ name: 'directory', string: directory }]),
      ];
      const own = application({
        metadata: { annotations: { 'argocd.argoproj.io/manifest-generate-paths': paths } },
        source: { path: '.' },
        plugin: { parameters },
      });
      const { findings } = diagnose([
        { path: 'argocd/tenants.yaml', text: stringify(own) },
        { path: `${platform}/platform.yaml`, text: stringify({ kind: 'Platform', spec }) },
        { path: 'tenants/acme/acme.yaml', text: 'kind: Tenant\n' },
      ]);
      return findings.map(({ message }) => message);
    };
    assert.equal(repository('_platform', 'tenants'), [
      'changes to _platform/, which the render reads, do not trigger a new render',
    ]);
    for (const paths of ['.', 'tenants;_platform', '/']) assert.equal(repository('_platform', paths), [], paths);
    assert.equal(repository('tenants/platform', 'tenants'), []);
    assert.equal(repository('other/clusters', 'tenants'), []);
  });

  test('suggests a path that covers the changes', () => {
    const findingsOf = (paths: string, path: string) => {
      const own = application({
        metadata: { annotations: { 'argocd.argoproj.io/manifest-generate-paths': paths } },
        source: { path },
        plugin: {
          parameters: ['tenant', 'directory'].map((name) => ({ name, string: name === 'tenant' ? 'acme' : '../acme' })),
        },
      });
      const { findings } = diagnose([
        { path: 'argocd/tenants.yaml', text: stringify(own) },
        { path: '_shared/platform.yaml', text: stringify({ kind: 'Platform', spec: { directoryPerTenant: true } }) },
        { path: 'tenants/acme/acme.yaml', text: 'kind: Tenant\n' },
      ]);
      return findings.filter(({ message }) => message.includes('do not trigger a new render')).map(({ fix }) => fix);
    };
    let paths = 'elsewhere';
    for (const value of ['.', '../acme', '/_shared/']) {
      assert.equal(findingsOf(paths, 'tenants/platform'), [
        `add ${value} to argocd.argoproj.io/manifest-generate-paths`,
      ]);
      paths = `${paths};${value}`;
    }
    assert.equal(findingsOf(paths, 'tenants/platform'), []);
  });
});

import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import { suite } from '../../harness.ts';
import { complete, installed, plugin } from './mistake.ts';

const platform = {
  path: 'platform/platform.yaml',
  text: 'apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: p}\nspec: {directoryPerTenant: true, tenantsDirectory: teams}\n',
};

/** The findings about the variable, for an Application with this path. */
function findings(path: string, sidecar: object = {}, files = [platform]): readonly string[] {
  const objects = complete(plugin({ source: { path } }), installed(sidecar));
  const text = objects.map((object) => stringify(object)).join('---\n');
  const found = diagnose([{ path: 'argocd/argocd.yaml', text }, ...files]).findings;
  return found.flatMap(({ message, fix }) => (message.includes('LEASEHOLD_PLATFORM') ? [`${message}; ${fix}`] : []));
}

suite('the variable LEASEHOLD_PLATFORM of the sidecar', (test) => {
  test('is required if an Application reads a directory that can belong to a tenant', () => {
    for (const path of ['teams/acme', '{{ .path.path }}'])
      assert.equal(findings(path), [
        `an Application reads ${path}; without LEASEHOLD_PLATFORM, the plugin trusts the authors of this directory if it finds no Platform; set LEASEHOLD_PLATFORM of this container to the directory of the Platform in the repository, such as platform`,
      ]);
  });

  test('is not required if it is set, or if the plugin finds the Platform itself', () => {
    assert.equal(findings('teams/acme', { env: [{ name: 'LEASEHOLD_PLATFORM', value: 'platform' }] }), []);
    assert.equal(findings('teams/acme', { env: [{ name: 'LEASEHOLD_PLATFORM', valueFrom: {} }] }), []);
    for (const path of ['.', 'platform', 'tenants/acme', 'eu/tenants/acme']) assert.equal(findings(path), [], path);
  });

  test('is not required if all authors are trusted', () => {
    assert.equal(findings('teams/acme', {}, []), []);
  });
});

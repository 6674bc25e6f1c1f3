import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { file, kleff, platform, shared } from './grant-attacks.ts';

function errorsOf(files: readonly SourceFile[]): readonly string[] {
  return render(files)
    .problems.filter(isError)
    .map(({ at, code }) => `${at.file} ${code}`);
}

/** The settings of the Platform that name namespaces, except `defaultNamespace`. */
const namespaceSettings = [
  'reservedNamespaces: [edge-x]',
  'argocd: {repository: "https://git.example.com/tenants.git", namespace: edge-x}',
  'argocd: {repository: "https://git.example.com/tenants.git", accountNamespace: edge-x}',
  'cluster: {monitoringNamespace: edge-x}',
  'components: {gateway: {name: main, namespace: edge-x}}',
  'components: {ingressNamespaces: [edge-x]}',
  'console: {repository: {url: "https://git.example.com/tenants.git"}, argocd: {application: tenants, namespace: edge-x}}',
  'hibernation: {externalNamespaces: [{name: edge-x}]}',
  'kleff: {ingressControllers: [{namespace: edge-x}]}',
  'kleff: {gateway: {namespace: edge-x}}',
];

function platformWith(setting: string): SourceFile {
  return file(
    platform.path,
    platform.text.replace('defaultNamespace: tenants', `defaultNamespace: tenants, ${setting}`),
  );
}

const integration = `apiVersion: tenantoperator.stakater.com/v1beta1
kind: IntegrationConfig
metadata: {name: config, namespace: multi-tenant-operator}
spec: {integrations: {argocd: {namespace: edge-x}}}
`;

const namespacesOfThePlatform: Readonly<Record<string, SourceFile>> = {
  ...Object.fromEntries(namespaceSettings.map((spec) => [spec, platformWith(spec)])),
  'integrations.argocd of an IntegrationConfig': file('platform/integration.yaml', integration),
};

suite('law: a namespace of the platform belongs to no tenant', (test) => {
  for (const [setting, own] of Object.entries(namespacesOfThePlatform))
    test(`no directory can own a namespace of the platform: ${setting}`, () => {
      const base = shared.filter(({ path }) => path !== own.path);
      const named = (name: string) => file(`tenants/${name}/a.yaml`, kleff(name, 'free', name).text);
      const of = (name: string) => errorsOf([...base, own, named(name)]).filter((error) => error.includes('reserved'));
      assert.equal(of('edge'), ['tenants/edge/a.yaml reserved-tenant']);
      assert.equal(of('edg'), []);
      const trusted = file('platform/tenants/acme.yaml', kleff('edge-x', 'free', 'acme').text);
      const errors = errorsOf([...base, own, trusted]);
      assert.ok(errors.includes('platform/tenants/acme.yaml reserved-namespace'), errors.join('\n'));
    });
});

import * as assert from 'uvu/assert';
import { render, type SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { acme, file, grant, kleff, platform, shared } from './grant-attacks.ts';

function messagesOf(code: string, ...files: readonly SourceFile[]): readonly string[] {
  const { problems } = render([...shared, acme, ...files]);
  return problems.filter((one) => one.code === code).map(({ message }) => message);
}

suite('law: an error about the name of a directory or a tenant', (test) => {
  const hooli = grant('initech', { tenants: ['initech'], names: ['hooli'] }, 'platform/tenants/initech.yaml');
  const reasons = {
    kube: 'tenant kube would own the name kube-system',
    org: 'tenant org would own all names that start with org-',
    'org-acme': 'names that start with org- are reserved, or granted to another tenant',
    hooli: 'tenant hooli would own the name hooli',
    'hooli-eu': 'names that start with hooli- are reserved, or granted to another tenant',
  };
  for (const [name, reason] of Object.entries(reasons))
    test(`names what the directory ${name} would own, or the prefix that belongs to someone else`, () => {
      const own = file(`tenants/${name}/a.yaml`, kleff(name, 'free', name).text);
      assert.equal(messagesOf('reserved-tenant', hooli, own), [
        `a tenant's directory cannot be named ${name}: ${reason}`,
      ]);
    });

  test('names the namespace of a document that might be about the tenant', () => {
    const metadata = 'metadata: {name: a, namespace: initech-a}';
    const instance = `apiVersion: templates.stakater.com/v1alpha1\nkind: TemplateInstance\n${metadata}\nspec: {template: t}\n`;
    const own = file('tenants/initech/a.yaml', kleff('initech', 'free', 'initech').text);
    const reason = "the namespace of a document in the Platform's directory";
    assert.equal(messagesOf('reserved-tenant', file('platform/a.yaml', instance), own), [
      `a tenant's directory cannot be named initech: tenant initech would own the name initech-a, ${reason}`,
    ]);
  });

  test('is a warning if tenants contains only directories, because the Platform lacks tenantsDirectory', () => {
    const text = platform.text.replace(' tenantsDirectory: tenants,', '');
    const found = (...files: readonly SourceFile[]) => {
      const { problems } = render([file('platform/p.yaml', text), ...files]);
      return problems.filter(({ code, at }) => code === 'risky-value' && at.path === 'kind').map(({ fix }) => fix);
    };
    const fix = 'if these are the directories of tenants, set spec.tenantsDirectory to tenants in the Platform';
    const own = file('tenants/acme/a.yaml', kleff('acme', 'free', 'acme').text);
    assert.equal(found(own), [fix]);
    assert.equal(found(own, file('tenants/a.yaml', kleff('tenants', 'free', 'tenants').text)), []);
  });

  for (const [subject, name] of Object.entries({ 'Tenant platform': 'name: platform', Tenant: 'annotations: {}' }))
    test(`states that ${subject}, which has no valid tenant name, must be in the directory of its tenant`, () => {
      const { text } = kleff('evil', 'free', 'evil');
      const own = file('elsewhere/a.yaml', text.replace('name: evil', name));
      assert.equal(messagesOf('wrong-directory', own), [
        `${subject} must be in the directory of its tenant, not in elsewhere/: the Platform requires a directory per tenant`,
      ]);
    });
});

import * as assert from 'uvu/assert';
import { readManifests } from '../../e2e/manifests.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';

/** The rendered labels of the tenant's namespace, and the messages about ignored fields. */
function rendered(modes: string): {
  readonly labels: Readonly<Record<string, string>>;
  readonly ignored: readonly string[];
} {
  const text = `
apiVersion: kleff.kleff.io/v1
kind: Tenant
metadata: {name: acme, namespace: tenants}
spec: {userId: user-1, username: acme, plan: pro}
---
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec:
  enforcement:
    modes:${modes}
`;
  const { objects, problems } = render([{ path: 'in.yaml', text }]);
  const found = objects.find(({ id }) => id.kind === 'Namespace' && id.name === 'user-1');
  const [namespace] = readManifests(found?.text ?? '');
  assert.ok(namespace, JSON.stringify(problems));
  const { labels } = namespace.metadata as Record<string, Record<string, string>>;
  const ignored = problems.filter(({ code }) => code === 'ignored-field').map(({ message }) => message);
  return { labels: labels ?? {}, ignored };
}

suite('in the modes of rules,', (test) => {
  test('the last entry for a rule and a tenant takes precedence', () => {
    const { labels, ignored } = rendered(`
      - {rules: [images, hosts], mode: warn}
      - {rules: [images], tenants: [acme], mode: audit}`);
    assert.is(labels['enforce.leasehold.dev/images'], 'audit');
    assert.is(labels['enforce.leasehold.dev/hosts'], undefined);
    assert.equal(ignored, []);
  });

  test('an entry with tenants does not change a rule for the whole cluster, and naming the rule is a warning', () => {
    const rules = ['namespaces', 'namespace-creation', 'ignored-fields', 'application-fields', 'dry-runs'];
    const { labels, ignored } = rendered(`
      - {tenants: [acme], mode: audit}
      - {rules: [images, ${rules.join(', ')}], tenants: [acme], mode: audit}`);
    assert.is(labels['enforce.leasehold.dev/images'], 'audit');
    for (const rule of rules) assert.is(labels[`enforce.leasehold.dev/${rule}`], undefined);
    const messageFor = (rule: string) =>
      `rule ${rule} has the same mode for all tenants, so an entry with tenants does not change it`;
    assert.equal(ignored, rules.map(messageFor));
  });
});

import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { type ActionRun, runAction } from './github/action-run.ts';
import { inWorld } from './github/checkout.ts';
import { pullRequest } from './github/events.ts';

const platform = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, enforcement: {}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {requests.cpu: "4"}}}
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: every}
spec:
  tenants: ["*"]
  kinds: [Tenant.tenantoperator.stakater.com]
  fields:
    Tenant.tenantoperator.stakater.com:
      spec.quota: [small]
      spec.accessControl.owners.users: [ann@corp.io]
      spec.imageRegistries.allowed: [ghcr.io, quay.io]
`;

const own = 'tenants/acme/tenant.yaml';
const tenant = (registries: string, more = '') => `
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: acme}
spec:
  quota: small
  accessControl: {owners: {users: [ann@corp.io]}}
  namespaces: {withTenantPrefix: [dev${more}]}
  imageRegistries: {allowed: [${registries}]}
`;

/** The review of a change, after a commit of main that no run has rendered yet. */
async function reviewAfter(unrendered: string, change: string, failOn = ''): Promise<ActionRun> {
  let run: ActionRun | undefined;
  await inWorld(async ({ server, push, checkout }, main) => {
    const files = { tenants: null, 'tenants/_platform/platform.yaml': platform, [own]: tenant('ghcr.io, quay.io') };
    push(files, 'main', main);
    const rendered = await runAction(server, checkout('main'), { with: { mode: 'commit' } });
    assert.is(rendered.code, 0, rendered.log);
    const base = push({ [own]: unrendered }, 'main');
    const head = push({ [own]: change }, 'change', base);
    const inputs = { mode: 'diff', against: 'rendered', 'fail-on': failOn };
    run = await runAction(server, checkout(head), { with: inputs, ...pullRequest({ base, head }) });
  });
  return run as ActionRun;
}

suite('a change after a commit that is not rendered yet', (test) => {
  test('has the risks of the change, although the committed manifests do not change', async () => {
    const { code, summary, outputs } = await reviewAfter(tenant('ghcr.io'), tenant('ghcr.io, quay.io'));
    assert.is(code, 0);
    assert.is(outputs['auto-mergeable'], 'false', summary);
    assert.match(summary, 'no objects change');
    assert.match(summary, 'policy-loosened');
  });

  test('fails if fail-on names its risk', async () => {
    const { code, log } = await reviewAfter(tenant('ghcr.io'), tenant('ghcr.io, quay.io'), 'policy-loosened');
    assert.is(code, 1, log);
  });

  test('can be merged without a review if it is routine', async () => {
    const { outputs, summary } = await reviewAfter(tenant('ghcr.io'), tenant('ghcr.io', ', prod'));
    assert.is(outputs['auto-mergeable'], 'true', summary);
  });
});

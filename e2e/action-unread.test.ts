import * as assert from 'uvu/assert';
import { suite } from '../test/harness.ts';
import { type ActionRun, runAction } from './github/action-run.ts';
import { type Files, inEmptyWorld, type World } from './github/checkout.ts';
import { pullRequest, push } from './github/events.ts';

const platform = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true}
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
  fields: {Tenant.tenantoperator.stakater.com: {spec.quota: [small], spec.accessControl: ["*"]}}
`;

const tenant = (name: string, users: readonly string[], namespaces = 'dev, prod'): Files => ({
  [`tenants/${name}/tenant.yaml`]: `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: ${name}}
spec:
  quota: small
  accessControl: {owners: {users: [${users.join(', ')}]}}
  namespaces: {withTenantPrefix: [${namespaces}]}
`,
});

const base: Files = { 'tenants/platform/platform.yaml': platform, ...tenant('acme', ['ann']) };
/** Escapes hide the brackets from a check of the source. */
const nested = [1, 2, 3, 4].map((number) => `"\\U0001F600${number}${'\\x5b'.repeat(100)}"`);

function actions({ server, checkout }: World) {
  const compare = (from: string, to: string): Promise<ActionRun> =>
    runAction(server, checkout(to), {
      with: { mode: 'diff', against: 'rendered' },
      ...pullRequest({ base: from, head: to }),
    });
  const commit = (before: string, to: string): Promise<ActionRun> =>
    runAction(server, checkout(to), { with: { mode: 'commit', 'target-branch': 'rendered' }, ...push(before) });
  return { compare, commit };
}

suite('a rendered text that looks deeply nested', (test) => {
  test('does not block commits or pull requests, neither for other tenants nor for its own', () =>
    inEmptyWorld(async (world) => {
      const { compare, commit } = actions(world);
      const first = world.push({ ...base, ...tenant('evil', ['eve']) });
      assert.is((await commit(first, first)).code, 0);
      const attack = world.push(tenant('evil', nested), 'main', first);
      const runs = [await compare(first, attack), await commit(first, attack)];
      const acme = world.push(tenant('acme', ['ann'], 'dev, prod, test'), 'acme', attack);
      const repair = world.push(tenant('evil', ['eve']), 'repair', attack);
      runs.push(await compare(attack, acme), await compare(attack, repair));
      for (const { code, log } of runs) assert.is(code, 0, log);
      assert.equal(
        runs.map(({ outputs }) => outputs['changed-tenants']),
        ['["evil"]', '["evil"]', '["acme"]', '["evil"]'],
      );
    }));
});

suite('a rendered file that someone edited', (test) => {
  test('is named in each report until a commit replaces it, and its tenant is compared with the base', () =>
    inEmptyWorld(async (world) => {
      const { compare, commit } = actions(world);
      const first = world.push({ ...base, ...tenant('globex', ['bob']) });
      const rendered = (await commit(first, first)).outputs['rendered-sha'] as string;
      world.git('fetch', '--quiet', 'origin', 'rendered');
      const file = world.git('ls-tree', '-r', '--name-only', rendered, 'acme/').split('\n')[0] as string;
      const text = world.git('show', `${rendered}:${file}`);
      world.push({ [file]: `${text}\n---\nbroken: [\n` }, 'rendered', rendered);
      const head = world.push(tenant('globex', ['bob', 'cy']), 'main', first);
      const change = await compare(first, head);
      const note = new RegExp(`document \\d+ of \`${file}\` on the target branch is not an object, so this report`);
      assert.is(change.code, 0, change.log);
      assert.match(change.summary, note);
      assert.equal(change.outputs['changed-tenants'], '["globex"]');
      assert.is(change.outputs['auto-mergeable'], 'false');
      const written = await commit(first, head);
      assert.equal([written.code, written.outputs['committed']], [0, 'true'], written.log);
      assert.match(written.summary, note);
      const later = await compare(head, world.push({ 'README.md': 'hello' }, 'next', head));
      assert.equal([later.code, later.outputs['risk']], [0, 'none'], later.log);
      assert.not.match(later.summary, note);
    }));
});

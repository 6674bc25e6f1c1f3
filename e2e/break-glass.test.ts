import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { type ControlPlane, sharedControlPlane } from './control-plane.ts';
import { runAction } from './github/action-run.ts';
import { inWorld } from './github/checkout.ts';
import { temporaryFolder } from './temporary.ts';
import { builtTool } from './tools/paths.ts';

const page = readFileSync(resolve(import.meta.dirname, '../docs/break-glass.md'), 'utf8');
const program = resolve(import.meta.dirname, '../dist/leasehold.mjs');

const tenant = (limit: string) => `apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: glass-small}
spec: {resourcequota: {hard: {requests.cpu: "${limit}"}}}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: glass}
spec:
  quota: glass-small
  accessControl: {owners: {users: [ann@example.com]}}
  namespaces: {withTenantPrefix: [dev]}
`;

/** The parts of Argo CD that a command needs to change an Application. */
const application = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: applications.argoproj.io}
spec:
  group: argoproj.io
  scope: Namespaced
  names: {kind: Application, plural: applications, singular: application}
  versions:
    - name: v1alpha1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;

suite('the commands of docs/break-glass.md', (test) => {
  test('push the manifests while CI is unavailable', () => {
    const clone = makeClone();
    commit(clone, tenant('8'));
    run(clone, block('ci'));
    const rendered = run(clone, 'git show origin/rendered:glass/mto-tenant.glass.yaml');
    assert.match(rendered, 'requests.cpu: "8"');
    assert.is(run(clone, 'git rev-list --count origin/rendered').trim(), '2');
  });

  test('leave the branch as the Action does, and record the rendered commit', () =>
    inWorld(async ({ server, push, checkout, git }) => {
      const mode = { with: { mode: 'commit' } };
      const first = push({});
      assert.is((await runAction(server, checkout(first), mode)).code, 0);
      const byHand = push({ 'tenants/acme.yaml': kleffTenant('acme', 'free') });
      const top = git('rev-parse', '--show-toplevel').trim();
      installPrograms(dirname(top));
      run(top, block('ci'));
      const recorded = JSON.parse(run(top, 'git show origin/rendered:hydrator.metadata'));
      assert.is(recorded.drySha, byHand);
      const later = await runAction(server, checkout(byHand), mode);
      assert.equal([later.code, later.outputs['committed']], [0, 'false'], later.log);
      const next = push({ 'tenants/acme.yaml': kleffTenant('acme', 'pro') });
      const after = await runAction(server, checkout(next), mode);
      assert.equal([after.code, after.outputs['committed']], [0, 'true'], after.log);
    }));

  test('apply a change while the Git host or Argo CD is unavailable', async () => {
    const plane = await sharedControlPlane('api-only');
    const clone = makeClone();
    installApplication(plane);
    applyAsArgoCd(clone, plane);
    commit(clone, tenant('8'));
    run(clone, `export APPLICATIONS=tenants SETS=''\n${block('suspend')}`, plane);
    assert.match(run(clone, block('host'), plane), 'quota-raised');
    run(clone, block('apply'), plane);
    const { spec } = JSON.parse(plane.kubectl(['-n', 'argocd', 'get', 'application', 'tenants', '-o', 'json']).stdout);
    assert.equal(spec.syncPolicy, {});
    assert.match(plane.kubectl(['-n', 'glass-dev', 'get', 'resourcequota', '-o', 'yaml']).stdout, 'requests.cpu: "8"');
    commit(clone, tenant('9'));
    assert.match(run(clone, block('apply'), plane), '+    requests.cpu: "9"');
    assert.is(trackingOf(plane), 'tenants:/ResourceQuota:glass-dev');
    assert.match(plane.kubectl(['-n', 'glass-dev', 'get', 'resourcequota', '-o', 'yaml']).stdout, 'requests.cpu: "9"');
  });

  test('keep the annotation of Argo CD, which a plain apply with the field manager of Argo CD removes', async () => {
    const plane = await sharedControlPlane('api-only');
    const clone = makeClone();
    // Remove the annotation first, so that only Argo CD's field manager owns it afterwards.
    plane.kubectl(['-n', 'glass-dev', 'annotate', 'resourcequota', '--all', 'argocd.argoproj.io/tracking-id-']);
    applyAsArgoCd(clone, plane);
    assert.is(trackingOf(plane), 'tenants:/ResourceQuota:glass-dev');
    const apply = block('apply').trim().split('\n').at(-1) ?? '';
    run(clone, `leasehold render --dir tenants --out ../by-hand\n${apply}`, plane);
    assert.is(trackingOf(plane), '');
    applyAsArgoCd(clone, plane);
    run(clone, block('apply'), plane);
    assert.is(trackingOf(plane), 'tenants:/ResourceQuota:glass-dev');
  });

  test('keep an annotation that a member set, and apply nothing that it describes', async () => {
    const plane = await sharedControlPlane('api-only');
    const clone = makeClone();
    applyAsArgoCd(clone, plane);
    const forged = 'x v1 ConfigMap a glass-dev\nx","b":"c v1 ServiceAccount forged glass-dev\n<none>';
    const set = `argocd.argoproj.io/tracking-id=${forged}`;
    plane.kubectl(['-n', 'glass-dev', 'annotate', '--overwrite', 'resourcequota', '--all', set]);
    run(clone, block('apply'), plane);
    assert.is(trackingOf(plane), forged);
    assert.is(plane.kubectl(['-n', 'glass-dev', 'get', 'serviceaccount', 'forged']).status, 1);
  });
});

/** The annotation is the only thing that Argo CD adds to the manifests on apply. */
function applyAsArgoCd(clone: string, plane: ControlPlane): void {
  const annotate = 'kubectl annotate --local --recursive --filename ../argocd --output yaml';
  const apply = 'kubectl apply --server-side --field-manager argocd-controller --force-conflicts --filename';
  const id = 'argocd.argoproj.io/tracking-id=tenants:/ResourceQuota:glass-dev';
  run(
    clone,
    `leasehold render --dir tenants --out ../argocd\n${annotate} ${id} > ../argocd.yaml\n${apply} ../argocd.yaml`,
    plane,
  );
}

function trackingOf(plane: ControlPlane): string {
  const path = 'jsonpath={.items[*].metadata.annotations.argocd\\.argoproj\\.io/tracking-id}';
  return plane.kubectl(['-n', 'glass-dev', 'get', 'resourcequota', '-o', path]).stdout;
}

function block(name: string): string {
  const found = new RegExp(`<!-- ${name}:start -->\\s*\`\`\`bash\n([\\s\\S]*?)\`\`\`\\s*<!-- ${name}:end -->`).exec(
    page,
  )?.[1];
  assert.ok(found, `docs/break-glass.md has no command block ${name}`);
  return found ?? '';
}

/** A clone of a repository with a tenant and its render. */
function makeClone(): string {
  const folder = temporaryFolder('leasehold-glass-');
  const clone = join(folder, 'clone');
  installPrograms(folder);
  run(folder, 'git init --quiet --bare origin.git && git clone --quiet origin.git clone 2>&1');
  run(clone, 'git checkout --quiet -b main && mkdir tenants');
  commit(clone, tenant('4'));
  const first = [
    'git checkout --quiet --orphan rendered',
    'leasehold render --dir tenants --out ../first',
    'git rm -rqf .',
  ];
  run(clone, [...first, 'cp -r ../first/. . && git add --all && git commit --quiet -m first'].join('\n'));
  run(clone, 'git push --quiet origin rendered && git checkout --quiet main && git branch -D rendered');
  return clone;
}

/** The built programs in `bin`, next to the clone. */
function installPrograms(folder: string): void {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/leasehold'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(folder, 'bin/leasehold'), 0o755);
  symlinkSync(builtTool('kubectl'), join(folder, 'bin/kubectl'));
}

function commit(clone: string, text: string): void {
  writeFileSync(join(clone, 'tenants/glass.yaml'), text);
  run(clone, 'git add --all && git commit --quiet -m change && git push --quiet origin main');
}

function installApplication(plane: ControlPlane): void {
  assert.is(plane.kubectl(['apply', '-f', '-'], application).status, 0);
  const wait = ['wait', '--for=condition=Established', 'crd/applications.argoproj.io', '--timeout=60s'];
  assert.is(plane.kubectl(wait).status, 0);
  plane.kubectl(['create', 'namespace', 'argocd']);
  const spec = 'spec: {syncPolicy: {automated: {prune: true}}}';
  const one = `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: tenants, namespace: argocd}\n${spec}\n`;
  assert.is(plane.kubectl(['apply', '-f', '-'], one).status, 0);
}

/** Runs commands as a user would: each must succeed. */
function run(cwd: string, commands: string, plane?: ControlPlane): string {
  const identity = { GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@example.com' };
  const kubeconfig = plane ? { KUBECONFIG: plane.kubeconfig } : {};
  const path = `${resolve(cwd, '../bin')}:${resolve(cwd, 'bin')}:${process.env['PATH']}`;
  const env = { ...process.env, ...identity, ...committer, ...kubeconfig, PATH: path };
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd,
    env,
    encoding: 'utf8',
  });
  assert.is(status, 0, `${commands}\n${stdout}\n${stderr}`);
  return stdout;
}

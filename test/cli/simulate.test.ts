import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { createRequests } from '../../analysis/simulate/create-requests.ts';
import { suite } from '../harness.ts';
import { runOn } from './fake-ports.ts';
import {
  claim,
  controlledBy,
  deployment,
  enforced,
  meta,
  pod,
  rejected,
  simulate,
  template,
  treeWith,
} from './simulated.ts';

suite('leasehold simulate', (test) => {
  test('lists objects that rules would reject, with the message of the API server', async () => {
    const { code, stdout } = await simulate([deployment, pod('free', 'ghcr.io/acme/app:1')]);
    assert.is(code, 0);
    assert.is(
      stdout,
      [
        'Deployment.apps acme-dev/web of acme',
        '  deny   images: images from a registry or repository that leasehold.dev/allow-images does not list: docker.io/library/nginx:1',
        '',
        '2 objects read; 1 would be rejected',
        '',
      ].join('\n'),
    );
    assert.is((await simulate([deployment], '--strict')).code, 4);
    assert.is((await simulate([pod('free', 'ghcr.io/acme/app:1')], '--strict')).code, 0);
  });

  test('omits objects that only repeat violations of their controller', async () => {
    const objects = [
      deployment,
      { ...deployment, kind: 'ReplicaSet', metadata: meta('web-1', { uid: '2', ...controlledBy('1') }) },
      pod('web-1-a', 'docker.io/library/nginx:1', controlledBy('2')),
      pod('web-1-b', 'quay.io/sidecar:1', controlledBy('2')),
    ];
    assert.equal(await rejected(objects), ['images web', 'images web-1-b']);
  });

  test('checks the claims of a StatefulSet, and volumes that a tenant selects', async () => {
    const set = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: meta('db'),
      spec: {
        template: template('ghcr.io/acme/db:1'),
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { storageClassName: 'slow' } }],
      },
    };
    const bound = { 'pv.kubernetes.io/bound-by-controller': 'yes' };
    assert.equal(await rejected([set, claim('bound', bound), claim('chosen', {})]), [
      'volumes chosen',
      'storage-classes db',
    ]);
  });

  test('omits values that the API server sets', async () => {
    const spec = { type: 'NodePort', clusterIP: '10.0.0.1', ports: [{ port: 80, nodePort: 30000 }] };
    const service = { apiVersion: 'v1', kind: 'Service', metadata: meta('web'), spec };
    const [request] = createRequests(service);
    assert.equal(JSON.parse(JSON.stringify(request?.object)), {
      ...service,
      spec: { type: 'NodePort', ports: [{ port: 80 }] },
    });
  });

  test('lists the name of a node in a workload, but not in a pod, because the scheduler sets it', async () => {
    const { spec } = template('ghcr.io/acme/app:1');
    const placed = { ...spec, nodeName: 'node-2' };
    const running = { ...pod('running', 'ghcr.io/acme/app:1'), spec: placed };
    const workload = { ...deployment, spec: { template: { spec: placed } } };
    assert.equal(await rejected([running, workload]), ['node-names web']);
  });

  test('skips namespaces without a tenant, and reads the lists of other repositories from the cluster', async () => {
    const namespace = (name: string, labels: object) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels, annotations: { 'leasehold.dev/allow-images': 'quay.io' } },
    });
    const objects = [
      namespace('other', { 'leasehold.dev/tenant': 'beta' }),
      namespace('system', {}),
      { ...pod('a', 'docker.io/nginx'), metadata: { name: 'a', namespace: 'other' } },
      { ...pod('b', 'docker.io/nginx'), metadata: { name: 'b', namespace: 'system' } },
      { ...pod('c', 'docker.io/nginx'), metadata: { name: 'c', namespace: 'absent' } },
    ];
    assert.equal(await rejected(objects, '--quiet'), ['images a']);
    assert.match((await simulate(objects)).stderr, 'objects in absent are not checked');
  });

  test('with --base, lists only new rejections', async () => {
    const objects = [deployment];
    assert.equal(await rejected(objects, '--base', 'tenants'), []);
    assert.equal(await rejected(objects, '--base', 'strict'), ['images web']);
  });

  test('lists violations that a mode only reports', async () => {
    const trees = {
      tenants: treeWith('{enforcement: {mode: audit, modes: [{rules: [images], tenants: [acme], mode: warn}]}}'),
    };
    const texts = { 'inventory.yaml': stringify(deployment) };
    const words = ['simulate', '--inventory', 'inventory.yaml'];
    const { code, stdout } = await runOn({ trees, texts }, ...words, '--strict');
    assert.is(code, 0);
    assert.match(stdout, /^ {2}warn {3}images: .*\n\n1 object read; 1 would cause warnings\n$/m);
    const markdown = await runOn({ trees, texts }, ...words, '-o', 'markdown');
    assert.match(markdown.stdout, '- ⚠️ warn `Deployment.apps acme-dev/web` of `acme`: images: ');
  });

  test('with --cluster, prints the response of the API server to a dry run', async () => {
    const asked: (readonly [args: readonly string[], input: string | undefined])[] = [];
    const kubectl = (args: readonly string[], input?: string) => {
      if (args[0] === 'get') {
        const items = args[1] === 'pods' ? [pod('a', 'docker.io/library/nginx:1', { uid: '7' })] : [];
        return { ok: true, stdout: JSON.stringify({ kind: 'List', items }), stderr: '' };
      }
      asked.push([args, input]);
      const stderr = `Error from server (Forbidden): pods "a" is forbidden: ValidatingAdmissionPolicy 'leasehold-images' denied it`;
      return { ok: false, stdout: '', stderr };
    };
    const words = ['simulate', '--cluster', '--context', 'prod', '--as', 'ann@corp.io', '--as-group', 'members'];
    const { stdout } = await runOn({ trees: { tenants: enforced }, kubectl }, ...words);
    assert.match(stdout, `the API server rejects it today: Error from server (Forbidden): pods "a"`);
    const markdown = await runOn({ trees: { tenants: enforced }, kubectl }, ...words, '-o', 'markdown');
    assert.match(markdown.stdout, ' — the API server rejects it today: Error from server ');
    const [[args, input = ''] = [[]]] = asked;
    assert.equal(args, [
      'create',
      '--raw',
      '/api/v1/namespaces/acme-dev/pods?dryRun=All',
      '--filename=-',
      '--context=prod',
      '--as=ann@corp.io',
      '--as-group=members',
    ]);
    assert.equal((JSON.parse(input) as { readonly metadata: object }).metadata, { name: 'a', namespace: 'acme-dev' });
  });

  test('reports usage errors, and files that are not exports', async () => {
    for (const [words, texts, message] of [
      [[], {}, 'simulate needs either --inventory FILE or --cluster'],
      [['--inventory', 'a', '--cluster'], {}, 'either --inventory FILE or --cluster'],
      [['--inventory', 'a'], {}, 'the file or directory a does not exist'],
      [['--inventory', 'a', '--as', 'me'], {}, '--as needs --cluster'],
      [['--cluster', '--as-group', 'members'], {}, '--as-group needs --as'],
      [['--inventory', 'a.json'], { 'a.json': '{"kind": ' }, 'a.json:1: '],
      [['--inventory', 'a.yaml'], { 'a.yaml': 'just text' }, 'a.yaml is not a complete export'],
      [['--inventory', 'a.yaml'], { 'a.yaml': '\n' }, 'a.yaml is empty; it must be the output of kubectl get'],
      [['--inventory', '-'], {}, 'stdin is empty'],
    ] as const) {
      const { code, stderr } = await runOn({ trees: { tenants: enforced }, texts }, 'simulate', ...words);
      assert.is(code, 2, stderr);
      assert.match(stderr, message);
    }
  });
});

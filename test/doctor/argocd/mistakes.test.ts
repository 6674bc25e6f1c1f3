import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { diagnose } from '../../../doctor/argocd/doctor.ts';
import type { Diagnosis } from '../../../doctor/finding.ts';
import { suite } from '../../harness.ts';
import { complete, plugin, rendered, setOf, setOfDirectories, settings, shards } from './mistake.ts';
import { mistakes } from './mistakes.ts';
import { type ArgoCdObject, config, repoServer } from './objects.ts';

function examine(objects: readonly ArgoCdObject[], named: readonly string[] = []): Diagnosis {
  const text = objects.map((object) => stringify(object)).join('---\n');
  return diagnose([{ path: 'argocd.yaml', text }], named);
}

suite('the doctor for Argo CD, with and without a mistake,', (test) => {
  for (const [what, objects] of [
    ['an Application of the plugin', complete(plugin())],
    ['an Application of a rendered directory', complete(rendered())],
    ['an ApplicationSet', complete(setOf())],
    ['an ApplicationSet of directories', complete(setOfDirectories())],
    ['shards', complete(...shards('1/2', '2/2'))],
  ] as const)
    test(`finds nothing in ${what} without a mistake, and examines everything`, () => {
      const { findings, unexamined } = examine(objects);
      assert.equal([findings, unexamined], [[], []]);
    });

  for (const { mistake, severity, finds, objects } of mistakes)
    test(`finds: ${mistake}`, () => {
      const { findings } = examine(objects);
      assert.is(findings.length, 1, JSON.stringify(findings, null, 1));
      const [found] = findings;
      assert.is(found?.severity, severity);
      for (const word of finds) assert.match(`${found?.object} ${found?.path} ${found?.message}`, word);
      assert.ok((found?.line ?? 0) > 0);
    });

  test('does not claim to have examined unrelated Applications unless they are named', () => {
    const foreign = rendered({
      project: 'default',
      source: { repoURL: 'https://git.example.com/a.git', targetRevision: 'refs/heads/main' },
      policy: { automated: { prune: true, allowEmpty: true } },
    });
    const { findings, unexamined, examined } = examine([foreign]);
    assert.equal([findings, examined], [[], []]);
    assert.match(unexamined[0]?.what ?? '', 'Application argocd/tenants');
    assert.match(unexamined[0]?.why ?? '', '--rendered NAME');
    assert.ok(examine([foreign], ['tenants']).findings.some(({ path }) => path.endsWith('allowEmpty')));
  });

  test('recognizes a directory by its inventory, not by its name alone', () => {
    const spec = { repoURL: 'https://git.example.com/a.git', path: 'out/eu' };
    const directory = {
      path: 'clusters/out/eu/inventory.json',
      text: '{"kind": "List", "items": [], "resources": []}',
    };
    const of = (object: ArgoCdObject) => [{ path: 'argocd.yaml', text: stringify(object) }];
    const plain = rendered({
      project: 'default',
      metadata: { name: 'eu' },
      source: { ...spec, targetRevision: 'refs/heads/main' },
    });
    assert.equal(diagnose(of(plain)).examined, []);
    assert.equal(diagnose([...of(plain), directory]).examined, ['Application argocd/eu']);
    const pattern = plugin(
      {},
      {
        destination: { server: 'https://x', namespace: 'guestbook' },
        project: 'default',
        source: { repoURL: 'https://git.example.com/rendered-manifests.git', path: 'rendered/guestbook' },
      },
    );
    assert.equal(examine([{ ...pattern, metadata: { name: 'guestbook' } }]).examined, []);
  });

  test('accepts objects of Applications in other namespaces, and ignores objects without Applications', () => {
    const annotations = { 'argocd.argoproj.io/tracking-id': 'teams_tenants:/Namespace:/acme' };
    const labels = { 'app.kubernetes.io/managed-by': 'leasehold' };
    const applied = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'acme', labels, annotations } };
    const elsewhere = plugin({ metadata: { namespace: 'teams' } });
    assert.equal(examine(complete(elsewhere, applied)).findings, []);
    assert.equal(examine([applied, config('argocd-cm', {})]).findings, []);
    assert.is(examine(complete(plugin(), applied)).findings.length, 1);
  });

  test('lists what the input does not contain', () => {
    assert.equal(
      examine([plugin()]).unexamined.map(({ what }) => what),
      [
        'ConfigMap argocd-cm',
        'ConfigMap argocd-cmd-params-cm',
        'Deployment argocd-repo-server',
        'AppProject leasehold',
      ],
    );
  });

  test('distinguishes objects with the same name in two namespaces or files', () => {
    const second = (object: ArgoCdObject) => ({
      ...object,
      metadata: { ...(object['metadata'] as object), namespace: 'second' },
    });
    const label = settings({ 'application.resourceTrackingMethod': 'label' });
    const { findings, examined } = examine([...complete(plugin()), ...complete(rendered(), label).map(second)]);
    assert.equal(
      findings.map(({ object }) => object),
      ['ConfigMap second/argocd-cm'],
    );
    assert.is(examined.filter((name) => name.startsWith('Application ')).length, 2);
    const file = (path: string, ...objects: readonly ArgoCdObject[]) => ({
      path,
      text: objects.map((one) => stringify(one)).join('---\n'),
    });
    const files = [
      file('eu.yaml', ...complete(plugin())),
      file('us.yaml', ...complete(plugin({}, { destination: { server: 'https://us.example.com' } }))),
    ];
    const both = diagnose(files);
    assert.equal(
      both.findings.map(({ file: name, path }) => `${name} ${path}`),
      ['us.yaml spec.destination'],
    );
    assert.ok(
      both.examined.some((name) => name.startsWith('Application argocd/tenants (us.yaml:')),
      both.examined.join('\n'),
    );
  });

  test('finds nothing in an Argo CD without leasehold', () => {
    const other = repoServer({ name: 'kustomized-helm', image: 'example.com/other:1', securityContext: {} });
    const { findings, unexamined } = examine([
      other,
      config('argocd-cmd-params-cm', {}),
      settings({ 'application.resourceTrackingMethod': 'label' }),
    ]);
    assert.equal(findings, []);
    assert.ok(unexamined.some(({ why }) => why.includes('leasehold')));
  });
});

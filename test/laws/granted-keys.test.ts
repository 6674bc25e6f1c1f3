import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { isError } from '../../core/problem/problem.ts';
import { allows } from '../../core/settings/allow.ts';
import { grantsFrom } from '../../core/settings/grants.ts';
import { remedyFor } from '../../core/settings/remedy.ts';
import { isIdentityKey } from '../../core/settings/reserved-keys.ts';
import { selectedKeys } from '../../core/settings/selected-keys.ts';
import { type Problem, render, type SourceFile } from '../../leasehold.ts';
import { validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';
import { needsAtMost } from '../quickest.ts';
import { tried } from '../runs.ts';
import { evil, file, grant, shared } from './grant-attacks.ts';
import { labels, manifestOf, selectingDocuments, templateOf } from './selecting-documents.ts';

const reserved = [
  'admission.gatekeeper.sh/ignore',
  'argocd.argoproj.io/sync-wave',
  'azure.workload.identity/client-id',
  'cert-manager.io/common-name',
  'eks.amazonaws.com/role-arn',
  'external.metrics.k8s.io/x',
  'hibernation.stakater.com/exclude',
  'iam.amazonaws.com.kubernetes.io/x',
  'iam.gke.io/gcp-service-account',
  'istio.io/rev',
  'istio.io/dataplane-mode',
  'leasehold.dev/quota-share',
  'nginx.org/server-snippets',
  'openshift.io/node-selector',
  'pod-security.kubernetes.io/enforce',
  'policies.kyverno.io/x',
  'reflector.v1.k8s.emberstack.com/reflects',
  'service.beta.kubernetes.io/aws-load-balancer-internal',
  'sidecar.istio.io/inject',
];

const identities = [
  'app.kubernetes.io/managed-by',
  'argocd.argoproj.io/tracking-id',
  'enforce.leasehold.dev/hosts',
  'kleff.io/tenant',
  'kubernetes.io/metadata.name',
  'leasehold.dev/allow-hosts',
  'leasehold.dev/cordoned',
  'leasehold.dev/tenant',
  'stakater.com/kind',
  'stakater.com/quota',
  'stakater.com/tenant',
  'tetrapus.io/org',
];

function covers(key: string, ...metadata: readonly string[]): boolean {
  const apiVersion = 'leasehold.dev/v1alpha1';
  const one = { apiVersion, kind: 'Grant', metadata: { name: 'g' }, spec: { tenants: ['evil'], metadata } };
  const granted = grantsFrom([one as Parameters<typeof grantsFrom>[0][number]])('evil');
  return allows(granted, 'Namespace', { sort: 'metadata', path: [], key });
}

/** A pattern for each shorter prefix of the key, all of which match the key. */
function patternsOf(key: string): readonly string[] {
  return Array.from(key, (_, at) => `${key.slice(0, at)}*`);
}

suite('law: a Grant of keys never covers keys that others depend on', (test) => {
  test('a pattern covers the keys of its prefix', () => {
    for (const pattern of ['example.com/*', 'example.com/te*']) assert.ok(covers('example.com/team', pattern), pattern);
    for (const key of ['example.company/team', 'a.example.com/team', 'team'])
      assert.not(covers(key, 'example.com/*'), key);
  });

  test('no pattern covers a key of a reserved domain, and a Grant can name it', () => {
    for (const key of reserved) {
      assert.not(covers(key, ...patternsOf(key)), key);
      assert.ok(covers(key, key), key);
    }
  });

  test('no Grant covers a key that identifies or limits the tenant', () => {
    for (const key of identities) assert.not(covers(key, ...patternsOf(key), key), key);
  });

  test('labels by which rendered objects select namespaces are reserved, unless a document names them', () => {
    const found = new Set<string>();
    for (const { files, rendering } of tried(validCorpus(), 3)) {
      const stated = JSON.stringify(files);
      const origin = { file: '', document: 0, base: [] };
      // Policies also quote annotations of other objects, and `selectedKeys` does not distinguish them.
      const texts = rendering.objects.map(({ text }) => text).filter((text) => !text.includes('namespaceObject'));
      const documents = texts.map((text) => ({ body: { object: parse(text) }, origin }));
      for (const key of selectedKeys(documents).keys()) if (!stated.includes(key)) found.add(key);
    }
    assert.ok(found.size > 2, [...found].join());
    for (const key of found) assert.ok(isIdentityKey(key), key);
  });

  for (const [where, selecting] of Object.entries(selectingDocuments))
    test(`a Grant covers no label that a document of the platform selects: ${where}`, () => {
      const files = [...shared, file('platform/selecting.yaml', JSON.stringify(selecting))];
      const pattern = { tenants: ['*'], metadata: ['example.com/*'] };
      assert.equal(errorsOf(...files, grant('keys', pattern), withLabel('example.com/other')), []);
      const [rejected, ...more] = errorsOf(...files, grant('keys', pattern), withLabel('example.com/tier'));
      assert.is(rejected?.at.file, 'tenants/evil/evil.yaml');
      assert.match(rejected?.message ?? '', 'chosen in platform/selecting.yaml selects namespaces by the label');
      assert.equal(more, []);
      const [exact] = errorsOf(...files, grant('keys', { tenants: ['*'], metadata: ['example.com/tier'] }));
      assert.is(exact?.at.file, 'platform/keys.yaml');
    });

  test('a Grant covers no label by which the costs of a namespace belong to a tenant', () => {
    const [platform, ...others] = shared;
    assert.ok(platform && 'text' in platform);
    const text = platform.text.replace('tenants}\n', 'tenants, showback: {tenantLabel: example.com/tier}}\n');
    const pattern = grant('keys', { tenants: ['*'], metadata: ['example.com/*'] });
    const [rejected] = errorsOf({ ...platform, text }, ...others, pattern, withLabel('example.com/tier'));
    assert.match(rejected?.message ?? '', 'platform/platform.yaml selects namespaces by the label example.com/tier');
  });

  test('a selector of pods in an object selects no namespaces', () => {
    const deployment = manifestOf('Deployment', 'apps', { selector: labels, template: { spec: {} } });
    const pods = 'namespace: templates\nspec:\n  podSelector: {matchLabels: {example.com/tier: gold}}\n';
    for (const body of [deployment, templateOf({ gotemplate: pods })])
      assert.equal([...selectedKeys([{ body, origin: { file: '', document: 0, base: [] } }]).keys()], []);
  });

  test('a long text costs little', () => {
    const texts = [
      'namespace',
      'namespaceSelector: ',
      'namespaces: {matchLabels: {a: b}}, ',
      'a: ',
      'key: ',
      'x',
      ' ',
      "'",
      '-',
    ];
    for (const text of texts) {
      const body = templateOf({ gotemplate: `namespaceSelector:\n  ${text.repeat(100_000)}` });
      needsAtMost(500, () => selectedKeys([{ body, origin: { file: '', document: 0, base: [] } }]));
    }
  });

  test('the suggested prefix covers the rejected key of a store, and no more of a foreign key', () => {
    const granted = grantsFrom([])('evil');
    const suggested = { 'evil/db': 'evil/', 'shared/db': 'shared/db', password: 'password', 'a?b': 'a?b' };
    for (const [key, prefix] of Object.entries(suggested)) {
      const use = { sort: 'secret', path: [], store: 'vault', key } as const;
      const { fix } = remedyFor(use, granted, 'ExternalSecret');
      assert.is(fix, `add {store: vault, prefix: ${prefix}} to spec.secrets of a Grant`);
      const spec = { tenants: ['evil'], secrets: [{ store: 'vault', prefix }] };
      assert.ok(allows(grantsFrom([parse(grant('secret', spec).text)])('evil'), 'ExternalSecret', use), key);
    }
    const outside = { sort: 'secret', path: [], store: 'vault', key: 'evil/../acme' } as const;
    assert.is(remedyFor(outside, granted, 'ExternalSecret').fix, 'use a key without empty segments, `.` or `..`');
  });

  test('the suggested names and hosts are valid in a Grant, and no Grant of others is suggested', () => {
    const granted = grantsFrom([])('evil');
    const fixOf = (use: Parameters<typeof remedyFor>[0]) => remedyFor(use, granted, 'Kryton').fix;
    const nameFix = (name: string) => fixOf({ sort: 'name', path: [], name });
    const hostFix = (host: string, folder = {}) => fixOf({ sort: 'host', path: [], host, ...folder });
    assert.is(nameFix('good'), 'use evil or evil-..., or add good to spec.names of a Grant');
    assert.is(nameFix('Good.User'), 'use evil or evil-...');
    assert.is(hostFix('*.Good.example'), 'add *.good.example to spec.hosts of a Grant');
    assert.is(hostFix('a.example,b.example'), 'use a host name with only letters, digits, - and .');
    assert.is(hostFix(''), 'set a host');
    assert.is(hostFix('', { folder: 'good' }), 'start the path with /evil or /evil-...');
    const granting = parse(grant('good', { tenants: ['evil'], names: ['good'], hosts: ['*.good.example'] }).text);
    const allowing = grantsFrom([granting])('evil');
    assert.ok(allows(allowing, 'Kryton', { sort: 'name', path: [], name: 'good' }));
    assert.ok(allows(allowing, 'Kryton', { sort: 'host', path: [], host: '*.Good.example' }));
  });

  test('a Grant of a field covers the fields below it, and many dots in a field cost little', () => {
    const kind = 'Kryton.kryton.azrtydxb.io';
    const spec = { tenants: ['evil'], fields: { [kind]: { 'spec.values.affinity': ['*'] } } };
    const granted = grantsFrom([parse(grant('dots', spec).text)])('evil');
    const allowed = (field: string) => allows(granted, kind, { sort: 'field', path: ['spec'], field, value: '1' });
    assert.ok(allowed('spec.values.affinity'));
    assert.ok(allowed(`spec.values.affinity.${'.'.repeat(100)}`));
    assert.not(allowed('spec.values'));
    assert.not(allowed('spec.values.affinityx'));
    needsAtMost(500, () => {
      for (let index = 0; index < 200; index++) assert.not(allowed(`spec.values.${'.'.repeat(16_000)}${index}`));
    });
  });
});

function withLabel(key: string): SourceFile {
  return evil(
    `apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: evil}\nspec: {quota: small, namespaces: {withTenantPrefix: [dev], metadata: {common: {labels: {${key}: gold}}}}}\n`,
  );
}

function errorsOf(...files: readonly SourceFile[]): readonly Problem[] {
  return render(files).problems.filter(isError);
}

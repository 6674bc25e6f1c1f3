import * as assert from 'uvu/assert';
import { contracts } from '../../build/contracts.ts';
import { documents } from '../../build/documents.ts';
import { schemas } from '../../build/schemas.ts';
import { isOldKind } from '../../core/kind/kind.ts';
import { kinds } from '../../kinds/index.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { acme as delegated, shared } from '../laws/grant-attacks.ts';
import { file, org, runOn, tenant } from './fake-ports.ts';

const key =
  'apiVersion: tetrapus.io/v1alpha1\nkind: KeyMaterial\nmetadata:\n  name: k1\n  namespace: tenants\nspec:\n  org_ref: tenants/acme\n  kms_uri: aws-kms:arn:aws:kms:us-east-1:123:key/a\n  kid: k1\n';
const acme = org('acme');
const both = file('tenants/both.yaml', `# Two in a file.\n---\n${'text' in acme ? acme.text : ''}---\n${key}`);
const tenants = [both, tenant('ada')];
const renderedText = render(tenants).files.find(({ path }) => path.startsWith('acme/org'))?.text ?? '';
const machine = { trees: { tenants }, texts: { 'rendered/acme.yaml': renderedText, 'notes.txt': 'hello\n' } };

async function explained(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await runOn(machine, 'explain', ...argv);
  assert.is(code, 0, stderr);
  return stdout;
}

const deployment = [
  'Deployment.apps tenants/org-acme',
  '  source       Org tenants/acme, tenants/both.yaml:3',
  '  rendered by  kinds/tetrapus/org, templates/deployment.yaml.hbs',
  '  written to   acme/org.tenants.acme.yaml',
  '  tenant       acme',
  '  sync wave    0',
  '',
].join('\n');

suite('explain', (test) => {
  test('does not need a line for a file with one resource', async () => {
    assert.match(await explained('tenants/ada.yaml'), /^Tenant tenants\/ada\n/);
    const { code, stderr } = await runOn(machine, 'explain', 'tenants/both.yaml');
    assert.is(code, 2);
    assert.match(
      stderr,
      'tenants/both.yaml has 2 resources; name the line of one: tenants/both.yaml:3, tenants/both.yaml:',
    );
    assert.match((await runOn(machine, 'explain', 'no.yaml')).stderr, 'the file no.yaml does not exist');
  });

  test('traces an object to its document, kind and shape, by any of its names', async () => {
    for (const subject of [
      'Deployment/org-acme',
      'deployment/org-acme',
      'Deployment/tenants/org-acme',
      'Deployment.apps/org-acme',
      'Deployment.apps tenants/org-acme',
    ])
      assert.is(await explained(subject), deployment);
    assert.is(await explained('Deployment/org-acme', '--namespace', 'tenants'), deployment);
    assert.match(await explained('Org.tetrapus.io/acme'), /^Org tenants\/acme\n/);
    const { stderr } = await runOn(machine, 'explain', 'Deployment/org-acme', '-n', 'tenant');
    assert.match(stderr, /did you mean Deployment\/tenants\/org-acme\?/);
  });

  test('traces any line of a rendered file to its object', async () => {
    const lines = renderedText.split('\n');
    const first = lines.indexOf('kind: Deployment');
    const next = lines.indexOf('---', first);
    for (const line of [first, first + 1, first + 20, next])
      assert.is(await explained(`./rendered/acme.yaml:${line}`), deployment);
    assert.match(await explained('rendered/acme.yaml:1'), /^Secret tenants\/org-acme-bootstrap\n/);
    assert.match(await explained(`rendered/acme.yaml:${lines.length}`), /^Service tenants\/org-acme\n/);
  });

  test('lists the objects of the document at a line', async () => {
    assert.is(
      await explained('tenants/both.yaml:9'),
      [
        'Org tenants/acme',
        '  defined in   tenants/both.yaml:3',
        '  rendered by  kinds/tetrapus/org',
        '  tenant       acme',
        'Objects:',
        '  Secret tenants/org-acme-bootstrap  (secret.yaml.hbs)',
        '  Deployment.apps tenants/org-acme  (deployment.yaml.hbs)',
        '  PersistentVolumeClaim tenants/org-acme-data  (persistent-volume-claim.yaml.hbs)',
        '  Service tenants/org-acme  (service.yaml.hbs)',
        '',
      ].join('\n'),
    );
    assert.is(await explained('tenants/both.yaml:1'), await explained('tenants/both.yaml:9'));
    assert.is(await explained('Org/acme'), await explained('tenants/both.yaml:3'));
  });

  test('shows the references of a document without objects', async () => {
    const output = await explained('tenants/both.yaml:17:3');
    assert.match(
      output,
      /^KeyMaterial tenants\/k1\n[\s\S]* {2}refers to {4}Org tenants\/acme\nObjects: none of its own\n$/,
    );
  });

  test('lists the candidates for an ambiguous name', async () => {
    const two = { trees: { tenants: [tenant('ada'), tenant('bob')] } };
    const { code, stderr } = await runOn(two, 'explain', 'NetworkPolicy/allow-dns');
    assert.is(code, 2);
    assert.match(
      stderr,
      / {2}leasehold explain NetworkPolicy\/user-ada\/allow-dns\n {2}leasehold explain NetworkPolicy\/user-bob\/allow-dns\n/,
    );
    assert.is((await runOn(two, 'explain', 'NetworkPolicy/allow-dns', '-n', 'user-bob')).code, 0);
    const elsewhere = { trees: { other: [tenant('ada'), tenant('bob')] } };
    const other = await runOn(elsewhere, 'explain', 'NetworkPolicy/allow-dns', '--dir', 'other');
    assert.match(other.stderr, 'explain NetworkPolicy/user-ada/allow-dns --dir other\n');
  });

  test('suggests the nearest name', async () => {
    const { code, stderr } = await runOn(machine, 'explain', 'Deployment/org-acem');
    assert.equal(
      [code, stderr],
      [1, 'leasehold: nothing in tenants renders Deployment/org-acem; did you mean Deployment/org-acme?\n'],
    );
    assert.match((await runOn(machine, 'explain', 'notes.txt:1')).stderr, /notes\.txt has no object at line 1/);
  });

  test('reports the errors of tenants that do not render', async () => {
    const { code, stderr } = await runOn(
      { trees: { tenants: [tenant('ada', 'gold')] } },
      'explain',
      'Namespace/user-ada',
    );
    assert.is(code, 1);
    assert.match(stderr, /not-a-choice .*\n1 error: nothing was rendered, so nothing can be explained\n$/);
  });
});

suite('schema and crds', (test) => {
  test('print the contract of a kind, by its id, its name or apiVersion/Kind', async () => {
    for (const { id, apiVersion, kind } of Object.values(contracts)) {
      const schema = JSON.parse((await runOn({}, 'schema', id)).stdout) as object;
      assert.equal(schema, JSON.parse(schemas[id]));
      assert.equal(JSON.parse((await runOn({}, 'schema', `${apiVersion}/${kind}`)).stdout), schema);
      assert.is((await runOn({}, 'crds', id)).stdout, documents[id].crd);
    }
    assert.is((await runOn({}, 'schema', 'orgs')).stdout, (await runOn({}, 'schema', 'ORG')).stdout);
  });

  test('print all definitions as one stream for crds without a kind', async () => {
    const { stdout } = await runOn({}, 'crds');
    const names = [...stdout.matchAll(/^ {2}name: (.*)$/gm)].map(([, name]) => name);
    assert.is(stdout.split(/^---$/m).length, names.length);
    const defined = Object.values(contracts).filter(({ id }) => documents[id].crd !== '');
    const groups = defined.map(({ apiVersion, plural }) => `${plural}.${apiVersion.split('/')[0]}`);
    assert.equal(names.sort(), groups.sort());
  });

  test('list the unique names of a kind that several systems have', async () => {
    const old = kinds.filter(isOldKind).map(({ id }) => id);
    const current = Object.values(contracts).filter(({ id }) => !old.includes(id));
    const names = current.map(({ kind }) => kind as string);
    const shared = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
    for (const name of shared) {
      const { code, stderr } = await runOn({}, 'schema', name);
      assert.is(code, 2);
      for (const { id, kind } of current) if (kind === name) assert.ok(stderr.includes(id), stderr);
    }
  });

  test('prefer the current version of a kind', async () => {
    const of = async (word: string) => (await runOn({}, 'schema', word)).stdout;
    assert.is(await of('ClusterTemplateInstance'), await of('mto-cluster-template-instance'));
    assert.is(await of('TemplateGroupInstance'), await of('mto-template-group-instance'));
  });
});

suite('explain of a tenant without namespaces', (test) => {
  test('does not claim that the cluster enforces its quota', async () => {
    const mto = 'tenantoperator.stakater.com';
    const header = (version: string, kind: string) => `---\napiVersion: ${mto}/${version}\nkind: ${kind}\nmetadata: `;
    const quota = `${header('v1beta1', 'Quota')}{ name: small }\nspec: { resourcequota: { hard: { pods: '9' } } }\n`;
    const text = `${quota}${header('v1beta3', 'Tenant')}{ name: acme }\nspec: { quota: small }\n`;
    const trees = { tenants: [{ path: 'tenants/a.yaml', text }] };
    const { stdout } = await runOn({ trees }, 'explain', `Tenant.${mto}/acme`);
    assert.match(stdout, 'Quota small, not in use, because the tenant has no namespaces:\n');
  });
});

suite('explain of a tenant with its own directory', (test) => {
  test('lists what its authors can use, with the Grant for each', async () => {
    const trees = { tenants: [...shared, delegated].map(({ path, text }) => ({ path: `tenants/${path}`, text })) };
    const { stdout, code } = await runOn({ trees }, 'explain', 'Tenant.kleff.kleff.io/acme');
    assert.is(code, 0);
    for (const row of [
      /^names +acme-\.\.\. +ownership$/m,
      /^hosts +acme\.apps\.example\.com +Grant every-tenant, tenants\/platform\/every-tenant\.yaml$/m,
      /^secrets +acme\/ in vault +Grant every-tenant/m,
      /^fields +Tenant\.kleff\.kleff\.io spec\.plan: free +Grant every-tenant/m,
    ])
      assert.match(stdout, row);
    assert.not.match(await explained('Org.tetrapus.io/acme'), 'can use:');
  });
});

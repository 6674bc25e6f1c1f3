import * as assert from 'uvu/assert';
import { parseDocument } from 'yaml';
import { render } from '../../leasehold.ts';
import { corpus, validCorpus } from '../corpus.ts';
import { suite } from '../harness.ts';

suite('law: secrets are neither generated nor printed', (test) => {
  test('the stringData of a rendered Secret contains only values from the input and public values', () => {
    const invented: string[] = [];
    for (const { name, files, rendering } of validCorpus()) {
      const input = files.map((file) => ('text' in file ? file.text : '')).join('\n');
      for (const { id, text } of rendering.objects.filter(({ id }) => id.kind === 'Secret')) {
        const { stringData = {} } = parseDocument(text).toJS() as { stringData?: Readonly<Record<string, string>> };
        const values = Object.entries(stringData).filter(([, value]) => !isPublic(value) && !input.includes(value));
        invented.push(...values.map(([key, value]) => `${name}: ${id.name} ${key} ${value}`));
      }
    }
    assert.equal(invented, []);
  });

  test('no message contains the value of a field that can contain a secret', () => {
    const canaries = corpus()
      .map(({ name, files }) => ({ name, marked: files.map((file) => mark(file)) }))
      .filter(({ marked }) => marked.some(({ text }) => text.includes('canary')));
    assert.ok(canaries.length > 0);
    for (const { name, marked } of canaries) {
      assert.not.match(JSON.stringify(render(marked).problems), 'canary', name);
    }
  });

  test('no message about a rejected value contains a secret of the document or of a Grant', () => {
    for (const { document, message } of ungranted) {
      const files = [
        { path: 'platform/platform.yaml', text: delegating },
        { path: 'tenants/acme/in.yaml', text: document },
      ];
      const { problems } = render(files);
      const messages = problems.map(({ message }) => message).join('\n');
      assert.match(messages, message);
      assert.not.match(JSON.stringify(problems), 'canary', message);
    }
  });

  test('a tenant resource in the cluster contains no secrets', () => {
    const shown = corpus()
      .filter(({ files }) => !files.some((file) => 'text' in file && file.text.includes('kind: Platform')))
      .map(({ name, files }) => ({ name, marked: [platform, ...files.map((file) => mark(file))] }))
      .filter(({ marked }) => marked.some(({ text }) => text.includes('canary')))
      .flatMap(({ name, marked }) => render(marked).objects.map((object) => ({ name, ...object })))
      .filter(({ shape }) => shape === 'resource');
    assert.ok(shown.length > 10, `only ${shown.length} resources`);
    for (const { name, text } of shown) assert.not.match(text, 'canary', name);
  });

  test('a Kryton in the cluster contains no password of PostgreSQL, wherever its values set one', () => {
    const auth = '{auth: {password: canary, postgresPassword: canary}}';
    const texts = [
      `global: {postgresql: ${auth}}`,
      `postgresql: {global: {postgresql: ${auth}}}`,
      `postgresql: ${auth}`,
    ];
    for (const values of texts) {
      const file = { path: 'kryton.yaml', text: `${krytonHead}${values}}}\n` };
      const resource = render([platform, file]).objects.find(({ shape }) => shape === 'resource');
      assert.match(resource?.text ?? '', 'replicaCount');
      assert.not.match(resource?.text ?? '', 'canary', values);
    }
  });
});

const platform = {
  path: 'platform.yaml',
  text: `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {tenantResources: applied, defaultNamespace: tenants}
`,
};

const delegating = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, tenantsDirectory: tenants}
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: all}
spec:
  tenants: ["*"]
  kinds: [KeyMaterial.tetrapus.io, Kryton.kryton.azrtydxb.io]
  fields: {KeyMaterial.tetrapus.io: {spec.kms_uri: ["pkcs11:object=a?pin-value=canary"]}}
`;

const krytonHead = `apiVersion: kryton.azrtydxb.io/v1alpha1
kind: Kryton
metadata: {name: wiki}
spec: {version: 4.5.0, values: {replicaCount: 1, existingSecret: wiki, `;

const inAcme = 'namespace: acme-apps}';

/** Documents with a secret in a field that is invalid or needs a Grant. */
const ungranted = [
  {
    document: `apiVersion: tetrapus.io/v1alpha1
kind: KeyMaterial
metadata: {name: key, ${inAcme}
spec: {org_ref: acme-apps/acme, kid: one, kms_uri: "pkcs11:object=key?pin-value=canary"}
`,
    message: 'no Grant allows the value of spec.kms_uri',
  },
  ...[
    { values: 'global: {postgresql: {auth: {password: canary}}}', field: 'global.postgresql.auth.password' },
    { values: 'postgresql: {ldap: {bindpw: canary}}', field: 'postgresql.ldap.bindpw' },
    { values: 'podAnnotations: {url: "https://user:canary@example.com"}', field: 'podAnnotations.url' },
  ].map(({ values, field }) => ({
    document: `${krytonHead.replace('name: wiki}', `name: wiki, ${inAcme}`)}${values}}}\n`,
    message: `no Grant allows the value of spec.values.${field}`,
  })),
  {
    document: `${krytonHead}image: {repository: "https://user:canary@example.com"}}}\n`,
    message: 'repository is (hidden)',
  },
];

/** The default address of an administrator and the path of a local database contain only public values. */
function isPublic(value: string): boolean {
  return value === '' || value.startsWith('sqlite:///') || value.startsWith('admin@');
}

/** Replaces the values of fields that can contain a password. */
function mark(file: { readonly path: string; readonly text?: string }): {
  readonly path: string;
  readonly text: string;
} {
  const text = (file.text ?? '')
    .replace(/(external_db_url: ).*$/gm, '$1"postgres://user:canary-pass@db/x?password=canary"')
    .replace(/(pin-value=)[^"&;]*/g, '$1canary')
    .replace(/((?<![A-Za-z])(?:[A-Z_]*(?:SECRET|PASS|URL)|password|postgresPassword): ).+$/gm, '$1canary-word');
  return { path: file.path, text };
}

import { readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import * as assert from 'uvu/assert';
import { type KubeObject, readManifests } from '../../../e2e/manifests.ts';
import { connectorTypes } from '../../../kinds/mto/dex-server/connector-fields.ts';
import type { Field, Fields } from '../../../kinds/mto/dex-server/connector-protocols.ts';
import { render } from '../../../leasehold.ts';
import { suite } from '../../harness.ts';
import { expand, type SecretFiles } from './expand.ts';

const here = new URL('.', import.meta.url);
const isValid: ValidateFunction = new Ajv({ allErrors: true, strict: false }).compile(
  JSON.parse(readFileSync(new URL('configuration.schema.json', here), 'utf8')),
);

function errorsOf(configuration: unknown): readonly string[] {
  return isValid(configuration) ? [] : (isValid.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}

const hash = `$2y$10$${'a'.repeat(53)}`;
const oidc = {
  issuer: 'https://id.example.com',
  clientID: 'dex',
  clientSecret: '{{ $PATH "\\',
  redirectURI: 'https://a',
};

/** Text that JSON, Dex or gomplate could interpret. */
const password = 'p$HOME"{{ fail }}\\\n';

const files: SecretFiles = Object.fromEntries(
  Object.entries({
    'corporate-oidc/config': JSON.stringify(oidc),
    'directory-login/password': password,
    'portal-client/client-secret': password,
    'emergency-login/email': 'emergency@example.com',
    'emergency-login/username': 'emergency',
    'emergency-login/password': hash,
    'emergency-login/groups': 'admins, auditors\n',
    'auditor-login/credentials': `username: auditor\nemail: auditor@example.com\nhash: ${hash}\ngroups: [auditors]\n`,
    'tenant-operator-dex/database-password': password,
    'postgres-credentials/POSTGRESQL_SERVICE': 'postgres.example.com',
    'postgres-credentials/POSTGRESQL_PORT': '5433',
    'postgres-credentials/POSTGRESQL_DATABASE': 'dex',
    'postgres-credentials/POSTGRESQL_USER': 'dex',
    'postgres-credentials/POSTGRESQL_PASSWORD': password,
    'postgres-credentials/POSTGRESQL_SSL': 'require',
    'mysql-credentials/MYSQL_HOST': 'mysql.example.com',
    'mysql-credentials/MYSQL_PORT': '3306',
    'mysql-credentials/MYSQL_DATABASE': 'dex',
    'mysql-credentials/MYSQL_USER': 'dex',
    'mysql-credentials/MYSQL_PASSWORD': password,
    'mysql-credentials/MYSQL_SSL_MODE': 'true',
    'identity-providers/test-client-id': 'dex',
    'identity-providers/test-client-secret': password,
  }).map(([path, text]) => [`/etc/dex-secrets/${path}`, text]),
);

function templateOf(objects: readonly KubeObject[]): string | undefined {
  const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'tenant-operator-dex');
  return (map?.data as Readonly<Record<string, string>> | undefined)?.['config.yaml'];
}

const cases = new URL('../../../kinds/mto/dex-config/cases/', here);

function configurationOf(name: string, given = files) {
  const template = templateOf(readManifests(readFileSync(new URL(`${name}/out.yaml`, cases), 'utf8'))) ?? '';
  return JSON.parse(expand(template, given));
}

suite('the rendered configuration of Dex', (test) => {
  const rendered = readdirSync(cases).filter((name) => readdirSync(new URL(name, cases)).includes('out.yaml'));
  const configured = rendered.filter((name) =>
    templateOf(readManifests(readFileSync(new URL(`${name}/out.yaml`, cases), 'utf8'))),
  );

  test('is in enough cases', () => assert.ok(configured.length >= 4, configured.join(' ')));

  for (const name of configured)
    test(`is valid in the case ${name}`, () => assert.equal(errorsOf(configurationOf(name)), []));

  test('contains the text of Secrets unchanged', () => {
    const { connectors, staticClients, storage } = configurationOf('renders-dex-with-connectors-clients-and-users');
    assert.equal(connectors[0].config, oidc);
    assert.equal(connectors[1].config.bindPW, password);
    assert.equal(staticClients[1].secret, password);
    assert.equal(storage.config.password, password);
  });

  test('reads both forms of the Secret of a user', () => {
    const { staticPasswords } = configurationOf('renders-dex-with-connectors-clients-and-users');
    assert.equal(staticPasswords, [
      { email: 'emergency@example.com', username: 'emergency', hash, groups: ['admins', 'auditors'], userID: '1' },
      { email: 'auditor@example.com', username: 'auditor', hash, groups: ['auditors'], userID: '2' },
    ]);
  });

  test('reads other keys of the Secret of a user and of a database', () => {
    const { 'emergency-login/password': _, ...others } = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path.replace('/etc/dex-secrets/', ''), text]),
    );
    const given = {
      ...others,
      'emergency-login/hash': hash,
      'emergency-login/groups': '["a b", "c"]',
      'postgres-credentials/POSTGRESQL_HOST': 'other.example.com',
    };
    const renamed = Object.fromEntries(Object.entries(given).map(([path, text]) => [`/etc/dex-secrets/${path}`, text]));
    delete renamed['/etc/dex-secrets/postgres-credentials/POSTGRESQL_SERVICE'];
    const { staticPasswords, storage } = configurationOf('reads-the-connection-to-a-database-from-a-secret', renamed);
    assert.equal(staticPasswords[0].groups, ['a b', 'c']);
    assert.equal(staticPasswords[0].hash, hash);
    assert.equal([storage.config.host, storage.config.port], ['other.example.com', 5433]);
  });

  test('is not expanded with functions that gomplate does not have', () => {
    assert.throws(() => expand('{{ file.Read "/file" | toJson }}', {}), 'the configuration uses toJson,');
    assert.throws(() => expand('{{ if hasPrefix "[" $g }}{{ end }}', {}), 'the configuration uses hasPrefix,');
  });

  test('does not evaluate text of resources', () => {
    assert.equal(
      configurationOf('renders-dex-with-connectors-clients-and-users').frontend.issuer,
      'Example {{ .Corp }}',
    );
  });

  for (const [type, { fields }] of Object.entries(connectorTypes))
    test(`is valid with every field of a Connector of type ${type}`, () => {
      const template = templateOf(renderedWith({ type, config: sampleOf(fields) })) ?? '';
      const { connectors, ...others } = JSON.parse(expand(template, { '/etc/dex-secrets/secret/key': password }));
      assert.equal(errorsOf({ ...others, connectors }), []);
      assert.equal(Object.keys(connectors[0].config).sort(), Object.keys(fields).sort());
    });

  test('is invalid with a field that Dex does not have', () => {
    const configuration = configurationOf('uses-storage-in-the-cluster');
    assert.equal(errorsOf(configuration), []);
    assert.ok(errorsOf({ ...configuration, staticClient: [] }).length > 0);
    const [connector] = configurationOf('renders-dex-with-connectors-clients-and-users').connectors;
    const wrong = { ...connector, config: { ...connector.config, clientId: 'dex' } };
    assert.ok(errorsOf({ ...configuration, connectors: [wrong] }).length > 0);
  });
});

function renderedWith(connector: object): readonly KubeObject[] {
  const meta = { namespace: 'multi-tenant-operator', name: 'one' };
  const components = { dex: { mode: 'Managed' }, ingress: { host: 'platform.example.com' } };
  const documents = [
    {
      apiVersion: 'tenantoperator.stakater.com/v1beta1',
      kind: 'IntegrationConfig',
      metadata: meta,
      spec: { components },
    },
    {
      apiVersion: 'auth.stakater.com/v1alpha1',
      kind: 'Connector',
      metadata: meta,
      spec: { id: 'one', name: 'One', ...connector },
    },
  ];
  const text = documents.map((one) => JSON.stringify(one)).join('\n---\n');
  const { objects, problems } = render([{ path: 'dex.yaml', text }]);
  assert.equal(
    problems.map(({ message }) => message),
    [],
  );
  return readManifests(objects.map((object) => object.text).join('---\n'));
}

/** A value for each field. Secrets are references. */
function sampleOf(fields: Fields): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) =>
      field === 'secret' ? [`${name}Ref`, { name: 'secret', key: 'key' }] : [name, sample(field)],
    ),
  );
}

function sample(field: Field): unknown {
  if (field === 'flag') return true;
  if (field === 'texts') return ['text'];
  if (field === 'map') return { key: 'text' };
  if (typeof field === 'string') return 'text';
  return Array.isArray(field) ? [sampleOf(field[0])] : sampleOf(field as Fields);
}

import { existsSync, readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { readConfig } from '../../gateway/config.ts';
import { resources } from '../../gateway/live/resources.ts';
import { groupVersion } from '../../kubernetes/api-version.ts';
import { objectsOf } from '../case-files.ts';
import { suite } from '../harness.ts';
import { caseFiles } from '../kind-cases.ts';

const name = 'tenant-operator-gateway';
const namespace = 'multi-tenant-operator';

function rendered(title: string) {
  const objects = objectsOf(caseFiles('mto-integration-config', title));
  const found = readConfig(textAt(objects.get(`ConfigMap ${namespace}/${name}`), 'data', 'gateway.yaml'));
  assert.ok(found.ok, found.ok ? '' : found.message);
  return { objects, config: found.config };
}

suite('the rendered gateway', (test) => {
  for (const [title, issuer] of [
    ['renders the gateway behind keycloak on one host', 'https://mto.example.com/auth/realms/corp'],
    ['renders the gateway with an external issuer', 'http://dex.dex.svc:5556/dex'],
  ] as const)
    test(`has a configuration that the gateway accepts: ${title}`, () => {
      const { config } = rendered(title);
      assert.is(config.oidc.issuer, issuer);
      assert.is(config.oidc.clientId, 'console');
    });

  test('has volumes for its state, its clone and temporary files', () => {
    const { config, objects } = rendered('renders the gateway with an external issuer');
    const pod = objects.get(`StatefulSet.apps ${namespace}/${name}`);
    const [container] = listAt(pod, 'spec', 'template', 'spec', 'containers');
    const mounts = listAt(container, 'volumeMounts').map((mount) => textAt(mount, 'mountPath'));
    for (const path of [config.state, config.repository.clone, '/tmp/'])
      assert.ok(
        mounts.some((mount) => mount !== '/etc/leasehold' && path?.startsWith(`${mount}/`)),
        String(path),
      );
    assert.equal(textsAt(container, 'args'), ['gateway', '--config', '/etc/leasehold/gateway.yaml']);
  });

  test('can only review tokens, and list and watch the objects that it reads', () => {
    const { config, objects } = rendered('renders the gateway with an external issuer');
    assert.is(config.live, true);
    const rules = listAt(objects.get(`ClusterRole.rbac.authorization.k8s.io ${namespace}-${name}`), 'rules');
    const [reads, others] = [true, false].map((lists) =>
      rules.filter((rule) => textsAt(rule, 'verbs').includes('list') === lists),
    );
    assert.equal(others, [{ apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] }]);
    for (const rule of reads ?? []) assert.equal(textsAt(rule, 'verbs'), ['list', 'watch']);
    const allowed = (reads ?? []).flatMap((rule) =>
      textsAt(rule, 'resources').map((one) => `${textsAt(rule, 'apiGroups')}/${one}`),
    );
    const read = Object.values(resources).map(
      ({ apiVersion, path }) => `${groupVersion(apiVersion).group}/${path.split('/').at(-1)}`,
    );
    assert.equal(allowed.toSorted(), read.toSorted());
  });

  test('serves the Tenants API on the port of its Service', () => {
    const { config, objects } = rendered('renders the gateway with an external issuer');
    const service = objects.get(`Service ${namespace}/tenant-operator-api`);
    assert.is(valueAt(service, 'spec', 'ports', 0, 'targetPort'), config.tenantsApi?.port);
  });

  test('has the URLs that its client in Keycloak allows', () => {
    const { config, objects } = rendered('renders the gateway behind keycloak on one host');
    const realm: unknown = JSON.parse(
      textAt(objects.get(`ConfigMap ${namespace}/tenant-operator-keycloak`), 'data', 'realm.json'),
    );
    const client = listAt(realm, 'clients').find((one) => textAt(one, 'clientId') === config.oidc.clientId);
    assert.equal(textsAt(client, 'redirectUris'), [`${config.publicUrl}/auth/callback`]);
    const logout = textAt(client, 'attributes', 'backchannel.logout.url');
    assert.is(logout, `${config.publicUrl}/auth/backchannel-logout`);
  });

  test('has an image that contains the program and git, and does not run as root', () => {
    const lines = readFileSync('cli/Dockerfile', 'utf8').split('\n');
    assert.ok(lines.includes('RUN apk add --no-cache git'));
    assert.ok(lines.includes('USER 65532'));
    assert.ok(lines.some((line) => /^COPY .* dist \/leasehold\/$/.test(line)) && existsSync('dist/leasehold.mjs'));
    assert.ok(lines.includes('ENTRYPOINT ["node", "/leasehold/leasehold.mjs"]'));
  });
});

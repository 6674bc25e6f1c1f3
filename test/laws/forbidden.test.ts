import * as assert from 'uvu/assert';
import { isError } from '../../core/problem/problem.ts';
import { possibleAnnotation, privilegesOf } from '../../kubernetes/privileges/privileges.ts';
import { render } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { acme, file, grant, kryton, platform, shared } from './grant-attacks.ts';

const strict = file(
  'platform/platform.yaml',
  platform.text.replace('spec: {', 'spec: {forbid: [privileged, exposed], '),
);
const anything = grant('evil', {
  tenants: ['evil'],
  fields: { 'Kryton.kryton.azrtydxb.io': { 'spec.values': ['*'] } },
});
const hostile = kryton({ securityContext: { privileged: true }, service: { type: 'LoadBalancer' } });

const privilegedKeys = [
  ...['argocd.argoproj.io/hook', 'helm.sh/hook', 'nginx.ingress.kubernetes.io/server-snippet'],
  ...['haproxy-ingress.github.io/config-backend', 'haproxy.org/route-acl', 'route-acl', 'getambassador.io/config'],
];

suite('law: no Grant allows what the Platform forbids', (test) => {
  test('a granted value is an error of only its tenant', () => {
    assert.equal(render([...shared, acme, anything, hostile]).problems.filter(isError), []);
    const files = [strict, ...shared.slice(1), acme, anything, hostile];
    const errors = render(files).problems.filter(isError);
    assert.equal([...new Set(errors.map(({ code }) => code))], ['forbidden-privilege']);
    for (const { at } of errors) assert.is(at.file, 'tenants/evil/evil.yaml');
    assert.match(errors.map(({ message }) => message).join('\n'), /is privileged[\s\S]*a LoadBalancer can be reached/);
    assert.ok(render(files, { tenant: 'acme' }).ok);
  });

  test('no constraint of Gatekeeper counts as a privilege', () => {
    const withGatekeeper = {
      ...strict,
      text: strict.text.replace('spec: {', 'spec: {cluster: {policyEngine: gatekeeper}, '),
    };
    assert.equal(render([withGatekeeper, ...shared.slice(1), acme]).problems.filter(isError), []);
  });

  test('the search for annotations in rendered texts finds those that are privileges', () => {
    const id = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'a', name: 'b' };
    for (const key of privilegedKeys) {
      assert.ok(privilegesOf(id, { metadata: { annotations: { [key]: 'x' } } }, 'restricted').length > 0, key);
      assert.match(key, possibleAnnotation);
    }
  });
});

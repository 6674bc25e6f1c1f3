import * as assert from 'uvu/assert';
import { newRejections, simulate } from '../../../analysis/simulate/simulate.ts';
import type { Tree } from '../../../data/tree.ts';
import { render } from '../../../leasehold.ts';
import { suite } from '../../harness.ts';
import { needsAtMost } from '../../quickest.ts';
import { tried } from '../../runs.ts';

const text = `
apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {enforcement: {}}
---
apiVersion: tenantoperator.stakater.com/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {requests.cpu: "4"}}}
---
apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata: {name: acme}
spec:
  quota: small
  accessControl: {owners: {users: [ann@corp.io]}}
  namespaces: {withTenantPrefix: [dev]}
  imageRegistries: {allowed: [ghcr.io/acme]}
  ingressClasses: {allowed: [nginx]}
  storageClasses: {allowed: [fast]}
  hostValidationConfig: {allowed: [acme.corp.io], allowedRegex: '^([a-z0-9-]+[.]){1,5}acme[.]corp[.]io$'}
`;

/** The size of an object in characters: the maximum length of `object` in a simulation request to the gateway. */
const size = 1_000_000;
const many = <T>(length: number, item: (index: number) => T) =>
  Array.from({ length: Math.floor(size / length) }, (_, index) => item(index));
const long = (part: string) => part.repeat(Math.floor(size / part.length));

function objectOf(apiVersion: string, kind: string, more: object, metadata: object = {}): Tree {
  return { apiVersion, kind, metadata: { name: 'x', namespace: 'acme-dev', ...metadata }, ...more };
}
const ingress = (annotations: object, spec: object = {}) =>
  objectOf('networking.k8s.io/v1', 'Ingress', { spec }, { annotations });
const dns = 'external-dns.alpha.kubernetes.io/hostname';

const shapes: Readonly<Record<string, Tree>> = {
  'empty hosts of external-dns': ingress({ [dns]: long(',') }),
  'hosts of external-dns': ingress({ [dns]: many(6, (index) => index.toString(36)).join() }),
  'text in an annotation key': ingress({ [`${long('/conditions.')}\n`]: 'x' }),
  annotations: ingress(Object.fromEntries(many(20, (index) => [`x.io/snippet-${index}`, ''] as const))),
  hosts: ingress({}, { rules: many(20, (index) => ({ host: `h${index}.io` })) }),
  'labels of a host': ingress({}, { rules: [{ host: long('a.') }] }),
  containers: objectOf('v1', 'Pod', { spec: { containers: many(20, (index) => ({ image: `i${index}` })) } }),
  'segments of an image': objectOf('v1', 'Pod', { spec: { containers: [{ image: long('a/') }] } }),
  subjects: objectOf('rbac.authorization.k8s.io/v1', 'RoleBinding', {
    roleRef: { kind: 'Role', name: 'x' },
    subjects: many(30, (index) => ({ kind: 'User', name: `u${index}` })),
  }),
  claims: objectOf('apps/v1', 'StatefulSet', {
    spec: { volumeClaimTemplates: many(50, (index) => ({ spec: { storageClassName: `c${index}` } })) },
  }),
};

suite('law: the cost of a simulation', (test) => {
  const { objects, problems } = render([{ path: 'in.yaml', text }]);

  for (const [name, object] of tried(Object.entries(shapes), 5))
    test(`is limited for an object with a megabyte of ${name}`, () => {
      assert.equal(
        problems.filter(({ severity }) => severity === 'error'),
        [],
      );
      needsAtMost(5000, () => {
        const rejections = simulate(objects, [object]);
        assert.is.not(rejections.length, 0);
        assert.equal(newRejections(rejections, rejections), []);
      });
    });
});

import * as assert from 'uvu/assert';
import { runOn } from './fake-ports.ts';

const tenant = `apiVersion: tenantoperator.stakater.com/v1beta1
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
  namespaces: {withTenantPrefix: [dev, prod]}
  imageRegistries: {allowed: [ghcr.io/acme]}
  storageClasses: {allowed: [fast]}
`;

export function treeWith(enforcement: string) {
  const platform = `apiVersion: leasehold.dev/v1alpha1\nkind: Platform\nmetadata: {name: platform}\nspec: ${enforcement}\n---\n`;
  return [{ path: 'tenants/acme.yaml', text: `${platform}${tenant}` }];
}

export const enforced = treeWith('{enforcement: {}}');

export const meta = (name: string, more: object = {}) => ({ name, namespace: 'acme-dev', ...more });
export const template = (image: string) => ({ spec: { containers: [{ name: 'app', image }] } });
export const controlledBy = (uid: string) => ({
  ownerReferences: [{ kind: 'Any', name: 'any', uid, controller: true }],
});
export const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: meta('web', { uid: '1' }),
  spec: { template: template('docker.io/library/nginx:1') },
};
export const pod = (name: string, image: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: meta(name, more),
  ...template(image),
});
export const claim = (name: string, annotations: object) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: meta(name, { annotations }),
  spec: { storageClassName: 'fast', volumeName: 'pv-1' },
});

export async function simulate(objects: readonly object[], ...words: readonly string[]) {
  const texts = { 'inventory.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) };
  const machine = { trees: { tenants: enforced, strict: treeWith('{}') }, texts };
  return runOn(machine, 'simulate', '--inventory', 'inventory.json', ...words);
}

export async function rejected(objects: readonly object[], ...words: readonly string[]) {
  const { stdout, stderr } = await simulate(objects, '--output', 'json', ...words);
  assert.is(stderr, '');
  const found = JSON.parse(stdout) as readonly { readonly rule: string; readonly id: { readonly name: string } }[];
  return found.map(({ rule, id }) => `${rule} ${id.name}`);
}

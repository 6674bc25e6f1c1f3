import type { SourceFile } from '../../leasehold.ts';
import { type HostileShape, krytonApi, list, mto, mtoApi, oneFile, shapes, times } from './write.ts';

/** What a platform usually grants: a Tenant with sandboxes, keys below a prefix, and a part of a store. Also a Template. */
export function delegatedPlatform(template = ''): SourceFile {
  const text = `apiVersion: leasehold.dev/v1alpha1
kind: Platform
metadata: {name: platform}
spec: {directoryPerTenant: true, tenantsDirectory: tenants, cluster: {mesh: none}}
---
apiVersion: leasehold.dev/v1alpha1
kind: Grant
metadata: {name: every-tenant}
spec:
  tenants: ["*"]
  kinds: [Tenant.tenantoperator.stakater.com, Kryton.kryton.azrtydxb.io]
  secrets: [{store: vault, prefix: "{tenant}/"}]
  metadata: [example.com/*]
  fields: {Tenant.tenantoperator.stakater.com: {spec.quota: [small], spec.accessControl: ["*"], spec.namespaces: ["*"]}}
---
${mtoApi}/v1beta1
kind: Quota
metadata: {name: small}
spec: {resourcequota: {hard: {requests.cpu: "500"}}}
${template === '' ? '' : `---\n${template}\n`}`;
  return { path: 'platform/platform.yaml', text };
}

/** The files of a platform, and a file of a delegated tenant. */
export function delegated(text: string): readonly SourceFile[] {
  return [delegatedPlatform(), ...oneFile(text)];
}

function keys(size: number, value: string): string {
  return `{${times(size, (i) => `example.com/k${i}: ${value}`, ', ')}}`;
}

function listed(size: number): string {
  return `  namespaces:\n    withTenantPrefix: ${list(size, (i) => `n${i}`)}\n    metadata:`;
}

/** Names and keys that a Tenant combines. */
export const delegatedShapes: readonly HostileShape[] = shapes([
  [
    'keys of too many namespaces',
    240,
    (n) => delegated(mto('evil', `${listed(n)} {common: {annotations: ${keys(20 * n, 'v')}}}`)),
  ],
  [
    'specific keys of too many namespaces',
    240,
    (n) =>
      delegated(
        mto(
          'evil',
          `${listed(n)}\n      specific:\n${times(n, (i) => `      - {namespaces: ${list(20, (j) => `evil-n${j}`)}, annotations: {example.com/k${i}: v}}`)}`,
        ),
      ),
  ],
  [
    'labels of too many sandboxes',
    240,
    (n) =>
      delegated(
        mto(
          'evil',
          `  accessControl: {owners: {users: ${list(n, (i) => `u${i}`)}}}\n  namespaces: {sandboxes: {enabled: true}, metadata: {sandbox: {labels: ${keys(5 * n, '"{{ TENANT.USERNAME }}"')}}}}`,
        ),
      ),
  ],
  [
    'too many keys of a namespace',
    5000,
    (n) => delegated(mto('evil', `${listed(20)} {common: {annotations: ${keys(n, 'v')}}}`)),
  ],
  [
    'sidecars and volumes of a database',
    1600,
    (n) =>
      delegated(
        `${krytonApi}\nkind: Kryton\nmetadata: {name: evil, namespace: evil}\nspec: {version: "4.5.0", values: {postgresql: {primary: {sidecars: ${list(n, (i) => `{name: s${i}}`)}, extraVolumes: ${list(n, (i) => `{name: v${i}, emptyDir: {}}`)}}}}}`,
      ),
  ],
  [
    'keys of a store with a long prefix',
    1600,
    (n) =>
      delegated(
        `${krytonApi}\nkind: Kryton\nmetadata: {name: evil, namespace: evil}\nspec: {version: "4.5.0", values: {externalSecrets: {enabled: true, secretStoreName: vault, remoteKeyPrefix: evil/${'a'.repeat(40 * n)}}, env: {secret: {${times(n, (i) => `K${i}: ""`, ', ')}}}}}`,
      ),
  ],
]);

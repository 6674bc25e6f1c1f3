import * as assert from 'uvu/assert';
import type { Client } from '../../cluster/client.ts';
import { newCache } from '../../sidecar/cache.ts';
import { toCachedClaim, toClaimTemplates } from '../../sidecar/decide/project.ts';
import { reconcilerOf } from '../../sidecar/reconcile.ts';
import { toTenantResource } from '../../sidecar/tenants/project.ts';
import { statusOf } from '../../sidecar/tenants/status.ts';
import { suite } from '../harness.ts';

const finalizers = Array.from({ length: 5000 }, (_, index) => `example.com/${String(index).padStart(60, 'x')}`);
const namespace = { name: 'acme-dev', isDeleting: false, tenant: 'acme', requestedRetention: undefined };

const claimAt = (index: number) => ({
  kind: 'PersistentVolumeClaim',
  metadata: { namespace: 'acme-dev', name: `data-${index}`, uid: `${index}`, resourceVersion: '7', finalizers },
  spec: { volumeName: 'x'.repeat(100_000) },
});

suite('a claim with 5,000 finalizers', (test) => {
  test('needs little memory in the cache', () => {
    assert.ok(JSON.stringify(toCachedClaim(claimAt(0))).length < 1000);
    const owned = claimAt(0);
    owned.metadata.finalizers = [...finalizers, 'leasehold.dev/volume', 'kubernetes.io/pvc-protection'];
    assert.equal(toCachedClaim(owned).finalizers, ['leasehold.dev/volume', 'kubernetes.io/pvc-protection']);
  });

  test('keeps all its finalizers when the sidecar adds its own, one claim at a time', async () => {
    const cache = newCache();
    cache.namespaces.set(namespace);
    const claims = new Map([0, 1, 2].map((index) => [`data-${index}`, claimAt(index)]));
    for (const claim of claims.values()) cache.claims.set(toCachedClaim(claim));
    const written: number[] = [];
    let [open, most] = [0, 0];
    const client = {
      get: async (path: string) => {
        most = Math.max(most, ++open);
        const claim = claims.get(path.split('/').at(-1) ?? '');
        return {
          ok: true,
          status: 200,
          body: claim ?? {
            kind: 'Namespace',
            metadata: { name: 'acme-dev', labels: { 'leasehold.dev/tenant': 'acme' } },
          },
        };
      },
      list: async () => ({ ok: true, version: '1', next: '' }),
      patch: async (_: string, body: { readonly metadata: { readonly finalizers: readonly string[] } }) => {
        open = 0;
        written.push(body.metadata.finalizers.length);
        return { ok: true, status: 200, body };
      },
    } as unknown as Client;
    const ignore = () => {};
    const observer = { settled: ignore, wrote: ignore, bypassed: ignore, read: ignore };
    const { claim } = reconcilerOf(client, cache, observer);
    await Promise.all([0, 1, 2].map((index) => claim(`acme-dev/data-${index}`)));
    assert.equal(written, [5001, 5001, 5001]);
    assert.is(most, 2);
  });
});

suite('a tenant resource with 5,000 finalizers', (test) => {
  test('needs little memory in the cache, and has no instructions', () => {
    const annotations = { 'leasehold.dev/status': '{"phase": true}' };
    const resourceWith = (own: readonly string[]) =>
      toTenantResource('/apis/a/v1/orgs', { metadata: { name: 'a', annotations, finalizers: own } });
    assert.ok(resourceWith(['a/b']).instructions?.phase);
    assert.is(resourceWith(finalizers).instructions, undefined);
    assert.ok(JSON.stringify(resourceWith(finalizers)).length < 1000);
  });
});

suite('a tenant resource with large instructions', (test) => {
  const names = Array.from({ length: 500 }, (_, index) => `n${index}`);
  const resourceWith = (instructions: object) =>
    toTenantResource('/apis/a/v1/orgs', {
      metadata: { name: 'a', annotations: { 'leasehold.dev/status': JSON.stringify(instructions) } },
    });

  test('has a small status, although each condition repeats the names of missing workloads', () => {
    const resource = resourceWith({ conditions: names, workloads: names });
    const status = statusOf({ resource, owner: '', unknown: [], workloads: new Map(), namespaces: new Map() }, 0);
    assert.ok(JSON.stringify(status).length < 200_000, String(JSON.stringify(status).length));
  });

  test('has no instructions if they are longer than rendered ones', () => {
    assert.is(resourceWith({ workloads: names.map((name) => name.padEnd(40, 'x')) }).instructions, undefined);
  });
});

suite('a StatefulSet with very many volume claim templates', (test) => {
  test('needs little memory in the cache', () => {
    const volumeClaimTemplates = Array.from({ length: 10_000 }, () => ({ metadata: { name: 'x'.repeat(100) } }));
    const { templates } = toClaimTemplates({ metadata: { name: 'a', namespace: 'b' }, spec: { volumeClaimTemplates } });
    assert.is(templates?.length, 5);
    const long = [{ metadata: { name: 'x'.repeat(1000) } }];
    assert.equal(toClaimTemplates({ spec: { volumeClaimTemplates: long } }).templates, ['']);
  });
});

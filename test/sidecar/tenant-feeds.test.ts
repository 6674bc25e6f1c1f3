import * as assert from 'uvu/assert';
import { newTenantCache, tenantView } from '../../sidecar/tenants/cache.ts';
import { tenantFeeds } from '../../sidecar/tenants/feeds.ts';
import { toTenantResource } from '../../sidecar/tenants/project.ts';
import { suite } from '../harness.ts';

const [orgs, planes] = ['/apis/tetrapus.io/v1alpha1/orgs', '/apis/tetrapus.io/v1alpha1/tenantplanes'];
const org = toTenantResource(orgs, { metadata: { namespace: 'tenants', name: 'acme' } });
const key = `${orgs} tenants/acme`;

suite('the feeds of tenant resources', (test) => {
  test('do not remove resources of other kinds if the cluster lacks a kind', () => {
    const cache = newTenantCache([orgs, planes]);
    const queued: string[] = [];
    const reported: (object | undefined)[] = [];
    const feeds = tenantFeeds(
      cache,
      (one) => queued.push(one),
      (_, problem) => reported.push(problem),
    );
    const feedOf = (path: string) => feeds.find((feed) => feed.path === path);
    feedOf(orgs)?.replace([org]);
    assert.equal(queued, [key]);
    feedOf(planes)?.report({ ok: false, status: 404, message: 'not found', retryAfter: 0 });
    assert.equal(reported, [undefined]);
    assert.is(tenantView(cache, key)?.resource, org);
    feedOf(orgs)?.report({ ok: false, status: 404, message: 'not found', retryAfter: 0 });
    assert.is(tenantView(cache, key), undefined);
  });
});

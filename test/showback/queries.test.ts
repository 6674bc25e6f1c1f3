import * as assert from 'uvu/assert';
import { prometheus } from '../../showback/prometheus.ts';
import { queriesFor } from '../../showback/queries.ts';
import type { FetchJson } from '../../showback/source.ts';
import { suite } from '../harness.ts';

const options = { url: 'http://prometheus/', tenantLabel: 'leasehold.dev/tenant', basis: 'allocation' } as const;

suite('showback queries', (test) => {
  test('read tenants, requests and minutes only from the job of kube-state-metrics', async () => {
    for (const [stateJob, job] of [[undefined, 'leasehold:kube-state-metrics'] as const, ['state', 'state'] as const]) {
      const asked: string[] = [];
      const fetchJson: FetchJson = (url) => {
        asked.push(new URL(url).searchParams.get('query') ?? '');
        return Promise.resolve({ status: 'success', data: { resultType: 'vector', result: [{ value: [0, '60'] }] } });
      };
      await prometheus({ ...options, stateJob, fetchJson }).readHour(0);
      const ofState = asked.flatMap((query) => query.match(/(?:kube_\w+|up)\{[^}]*\}/g) ?? []);
      assert.ok(ofState.length > 8);
      for (const series of ofState) assert.match(series, `job="${job}"`);
    }
  });

  test("ignore impossible values in the kubelet's metrics", () => {
    for (const basis of ['allocation', 'usage'] as const) {
      const { cpu, memory, sent, received } = queriesFor(basis, 'leasehold.dev/tenant', 'job="state"');
      for (const query of [cpu, memory, sent, received])
        assert.match(query, /\((?:\w+\()?container_\w+\{[^}]*\}(?:\[\w+\]\))? >= 0 < 1e15\)/);
    }
  });

  test('read only owners that are controllers and have valid names', () => {
    const queries = queriesFor('allocation', 'leasehold.dev/tenant', 'job="state"');
    const controller = 'owner_is_controller="true",owner_kind=~"[!-~]{1,63}",owner_name=~"[!-~]{1,253}"';
    for (const [query, series] of [
      [queries.podOwners, 'kube_pod_owner'],
      [queries.replicaSetOwners, 'kube_replicaset_owner'],
      [queries.jobOwners, 'kube_job_owner'],
    ] as const)
      assert.ok(query.includes(`${series}{job="state",${controller}}`), query);
  });
});

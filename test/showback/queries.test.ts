import * as assert from 'uvu/assert';
import { prometheus } from '../../showback/prometheus.ts';
import { queriesFor } from '../../showback/queries.ts';
import type { FetchJson } from '../../showback/source.ts';
import { suite } from '../harness.ts';

const options = { url: 'http://stand-in/', tenantLabel: 'leasehold.dev/tenant', basis: 'allocation' } as const;

suite('the queries of showback', (test) => {
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

  test("ignore values of the kubelet's metrics that no container reaches", () => {
    for (const basis of ['allocation', 'usage'] as const) {
      const { cpu, memory, sent, received } = queriesFor(basis, 'leasehold.dev/tenant', 'job="state"');
      for (const query of [cpu, memory, sent, received])
        assert.match(query, /\((?:\w+\()?container_\w+\{[^}]*\}(?:\[\w+\]\))? >= 0 < 1e15\)/);
    }
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultStateJob, stateOf } from '../../cost/promql.ts';
import { type Query, queriesFor } from '../../showback/queries.ts';

/** The samples in a Prometheus response: labels and a value of each. */
export type Series = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

export interface FakePrometheus {
  readonly url: string;
  stop(): Promise<void>;
}

/** Responds to the queries of showback as Prometheus does, with series that a test defines for an hour. */
export async function startFakePrometheus(
  seriesAt: (query: Query, end: number) => Series | Promise<Series>,
): Promise<FakePrometheus> {
  const names = new Map(
    Object.entries(queriesFor('allocation', 'leasehold.dev/tenant', stateOf(defaultStateJob))).map(([name, text]) => [
      text,
      name,
    ]),
  );
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://fake');
    const time = Number(searchParams.get('time'));
    const series = await seriesAt(names.get(searchParams.get('query') ?? '') as Query, time);
    const result = series.map(([metric, value]) => ({ metric, value: [time, String(value)] }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  });
  await listening(server);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((done) => server.close(() => done())) };
}

function listening(server: Server): Promise<void> {
  return new Promise((done) => server.listen(0, '127.0.0.1', done));
}

/** One tenant `pay` with one core, on a node with four cores. */
export function oneCore(query: Query): Series {
  const pod = { namespace: 'pay-prod', pod: 'api-1' };
  if (query === 'minutes' || query === 'kubeletMinutes') return [[{}, 60]];
  if (query === 'cpu') return [[pod, 1]];
  if (query === 'capacity') return [[{ resource: 'cpu' }, 4]];
  return query === 'tenants' ? [[{ namespace: 'pay-prod', label_leasehold_dev_tenant: 'pay' }, 1]] : [];
}

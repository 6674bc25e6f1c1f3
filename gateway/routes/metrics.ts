import type { Gateway } from './gateway.ts';

/** Metrics in the text format of Prometheus. None of them contains the name of a tenant or a person. */
export interface Metrics {
  readonly observe: (method: string, status: number, milliseconds: number) => void;
  /** Without the counts in the database while it is down. */
  readonly text: (gateway: Gateway) => Promise<string>;
}

/** Upper bounds of buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

export function openMetrics(): Metrics {
  const requests = new Map<string, number>();
  const buckets = bounds.map(() => 0);
  let [count, sum] = [0, 0];
  return {
    observe: (method, status, milliseconds) => {
      const key = `method="${/^[A-Z]{3,7}$/.test(method) ? method : 'other'}",status="${status}"`;
      requests.set(key, (requests.get(key) ?? 0) + 1);
      bounds.forEach((bound, index) => {
        if (milliseconds / 1000 <= bound) buckets[index] = (buckets[index] ?? 0) + 1;
      });
      count += 1;
      sum += milliseconds / 1000;
    },
    text: async ({ sessions, changes }) => {
      const name = 'leasehold_gateway';
      const lines = [
        `# TYPE ${name}_requests_total counter`,
        ...[...requests].map(([labels, value]) => `${name}_requests_total{${labels}} ${value}`),
        `# TYPE ${name}_request_seconds histogram`,
        ...bounds.map((bound, index) => `${name}_request_seconds_bucket{le="${bound}"} ${buckets[index]}`),
        `${name}_request_seconds_bucket{le="+Inf"} ${count}`,
        `${name}_request_seconds_sum ${sum}`,
        `${name}_request_seconds_count ${count}`,
        ...(await gauge(`${name}_sessions`, sessions.count)),
        ...(await gauge(`${name}_open_changes`, changes.openCount)),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

function gauge(name: string, count: () => Promise<number>): Promise<readonly string[]> {
  return count().then(
    (value) => [`# TYPE ${name} gauge`, `${name} ${value}`],
    () => [],
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { PassingRequest, RequestOutcome } from './proxy.ts';
import type { RunningSidecar } from './sidecar.ts';

/** The write for a tenant at which the sidecar is killed, counted from 1, and whether the server executes that write. */
export interface Point {
  readonly write: number;
  readonly fate: 'cut-before' | 'cut-after';
}

export interface Kills {
  readonly fateOf: (passing: PassingRequest) => RequestOutcome;
  /** The number of points that the test has reached. */
  readonly done: () => number;
}

/** Counts the writes for each tenant, and cuts the connection of the write at its point. */
export function killedAt(points: readonly Point[], tenants: readonly string[], volumes: readonly string[]): Kills {
  const writes = points.map(() => 0);
  let done = 0;
  const tenantOf = (path: string) =>
    tenants.findIndex((tenant, index) => path.includes(`/${tenant}/`) || path.endsWith(`/${volumes[index]}`));
  const fateOf = ({ method, path }: PassingRequest): RequestOutcome => {
    const index = method === 'PATCH' ? tenantOf(path) : -1;
    const point = points[index];
    if (!point) return 'pass';
    writes[index] = (writes[index] ?? 0) + 1;
    if (writes[index] !== point.write) return 'pass';
    done++;
    return point.fate;
  };
  return { fateOf, done: () => done };
}

/** Kills the sidecar at each point, and starts it again. */
export function supervised(start: () => Promise<RunningSidecar>, kills: Kills): { readonly stop: () => Promise<void> } {
  let stopping = false;
  const running = (async () => {
    let sidecar = await start();
    for (let killed = 0; !stopping; await sleep(5)) {
      if (kills.done() === killed) continue;
      killed = kills.done();
      await sidecar.stop();
      sidecar = await start();
    }
    await sidecar.stop();
  })();
  return {
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}

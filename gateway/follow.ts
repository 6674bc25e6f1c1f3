import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from './routes/gateway.ts';

interface Updating extends Pick<Gateway, 'branch' | 'events' | 'log'> {
  /** Fetches the branch. Rejects if this fails. */
  readonly fetch: () => Promise<unknown>;
}

/** The minimum number of milliseconds between two fetches of the branch. */
const fetchPause = 1000;

/**
 * Returns a function that fetches the branch and switches to its newest commit. Concurrent calls share a fetch. Logs a
 * repeated failure only once.
 */
export function openUpdate({ fetch, branch, events, log }: Updating): () => Promise<void> {
  const note = onceLogged('the repository', log);
  let running: Promise<void> | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;
  const update = async () => {
    await sleep(Math.max(0, endedAt + fetchPause - performance.now()));
    await note(async () => {
      await fetch();
      await branch.opened();
      if (await branch.refresh()) events.send({ type: 'revision', user: undefined, data: { head: branch.head().sha } });
    });
    endedAt = performance.now();
    running = undefined;
  };
  return () => {
    running ??= update();
    return running;
  };
}

interface Following {
  readonly pause: number;
  readonly maintain: () => Promise<void>;
  readonly log: (text: string) => void;
}

/** Polls the branch and the state of changes, and maintains the stored state. */
export function follow(
  { update, changes }: Gateway,
  { maintain, pause, log }: Following,
): { readonly stop: () => void } {
  const note = onceLogged('the database', log);
  const look = async (): Promise<void> => {
    await update();
    await note(maintain);
    await changes.refresh();
    if (!isStopped) timer = setTimeout(look, pause);
  };
  let isStopped = false;
  let timer = setTimeout(look, pause);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Returns a function that runs actions that need a service, and never rejects. It logs each new failure of the service, and its
 * recovery.
 */
export function onceLogged(service: string, log: (text: string) => void): (act: () => Promise<void>) => Promise<void> {
  let failure = '';
  return async (act) => {
    try {
      await act();
      if (failure !== '') log(`${service} is available again`);
      failure = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== failure) log(`${service} is not available: ${message}`);
      failure = message;
    }
  };
}

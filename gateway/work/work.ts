/** Computes what needs the files of a commit, in this thread or in a separate one. */
export interface Work {
  /**
   * Runs a task in its turn. Rejects with an ApiError if the task fails, if too many tasks wait, or if the client
   * disconnects before the task runs.
   */
  readonly run: (task: Task, requester: Requester) => Promise<Done>;
  readonly close: () => Promise<void>;
}

/** A task and its input, which can be sent to another thread. */
export interface Task {
  readonly name: string;
  /** The newest commit, which decides about permissions. */
  readonly head: string;
  /** The commit that the task reads. */
  readonly commit: string;
  readonly input?: unknown;
}

export interface Requester {
  /** The person. Tasks of different people alternate. */
  readonly subject: string;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
}

export interface Done {
  readonly value: unknown;
  /** How long the task ran. */
  readonly milliseconds: number;
}

/** Runs tasks in this thread. */
export function openWork(runTask: (task: Task) => unknown): Work {
  return { run: (task) => timed(() => runTask(task)), close: async () => {} };
}

export async function timed(run: () => unknown): Promise<Done> {
  const started = performance.now();
  const value = await run();
  return { value, milliseconds: performance.now() - started };
}

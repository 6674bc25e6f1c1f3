/** Computes what needs the files of a commit, in this thread or in a separate one. */
export interface Work {
  /**
   * Runs a task in its turn. In a separate thread, rejects with an ApiError if the task fails, if too many tasks wait,
   * or if the client disconnects before the task runs.
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
  /** Called when the turn of a task comes that waited. Throws if the person has no time left, and the task does not run. */
  readonly requireTime?: () => void;
  /** Receives how many milliseconds the task ran, even if it fails. */
  readonly spend?: (milliseconds: number) => void;
}

export interface Done {
  readonly value: unknown;
}

/** Runs tasks in this thread without a queue. A failed task rejects with its own error. */
export function openWork(runTask: (task: Task) => unknown): Work {
  const run: Work['run'] = (task, requester) => timed(async () => ({ value: await runTask(task) }), requester);
  return { run, close: async () => {} };
}

export async function timed<T>(run: () => Promise<T>, { spend }: Pick<Requester, 'spend'>): Promise<T> {
  const started = performance.now();
  try {
    return await run();
  } finally {
    spend?.(performance.now() - started);
  }
}

import type { Answer } from '../../cluster/answer.ts';
import { backoff, type Timing } from '../../cluster/timing.ts';
import { Waiting } from './waiting.ts';

/** The result of an attempt. A failed attempt is repeated after at least the given number of milliseconds. */
export type Attempt = { readonly ok: true } | { readonly ok: false; readonly retryAfter: number };

/**
 * A deleted object needs no write. A conflict is retried like other failures: by then, the watch has usually delivered
 * the newer object.
 */
export function attemptOf(answer: Answer): Attempt {
  if (answer.ok || answer.status === 404) return { ok: true };
  return { ok: false, retryAfter: answer.retryAfter };
}

export interface QueueOptions {
  readonly work: (key: string) => Promise<Attempt>;
  readonly workers: number;
  readonly timing: Timing;
  /** The tenant to which a key belongs, or another name that identifies who can add the key. */
  readonly ownerOf: (key: string) => string;
}

/** The fraction of the workers that one owner can use. An attempt can take long if a namespace contains large objects. */
const share = 1 / 4;

/**
 * Keys to process. At most one worker processes a key at a time. A key that is added in the meantime is processed again. Owners
 * alternate, so the keys of one owner do not delay those of others for long.
 */
export class Queue {
  private readonly options: QueueOptions;
  private readonly waiting = new Waiting();
  /** Keys in progress, with their owners. */
  private readonly active = new Map<string, string>();
  private readonly failures = new Map<string, number>();
  private idle: (() => void)[] = [];

  constructor(options: QueueOptions) {
    this.options = options;
  }

  add(key: string): void {
    this.waiting.add(key, this.options.ownerOf(key));
    this.wake();
  }

  /** The number of keys that wait, or whose last attempt failed. */
  size(): number {
    return new Set([...this.waiting.keys(), ...this.failures.keys()]).size;
  }

  /** Runs until the signal is aborted and all attempts in progress have finished. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.wake(), { once: true });
    await Promise.all(Array.from({ length: this.options.workers }, () => this.work(signal)));
  }

  private async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const key = this.take();
      if (key === undefined) await new Promise<void>((done) => this.idle.push(done));
      else this.finish(key, await this.options.work(key), signal);
    }
  }

  private take(): string | undefined {
    const owners = [...this.active.values()];
    const most = Math.max(1, Math.floor(this.options.workers * share));
    const isFull = (owner: string) => owners.filter((one) => one === owner).length >= most;
    const found = this.waiting.take(isFull, (key) => this.active.has(key));
    if (found) this.active.set(found.key, found.owner);
    return found?.key;
  }

  private finish(key: string, attempt: Attempt, signal: AbortSignal): void {
    this.active.delete(key);
    if (attempt.ok) this.failures.delete(key);
    else this.repeat(key, attempt.retryAfter, signal);
    this.wake();
  }

  private repeat(key: string, retryAfter: number, signal: AbortSignal): void {
    const { timing } = this.options;
    const failed = this.failures.get(key) ?? 0;
    this.failures.set(key, failed + 1);
    void timing.sleep(Math.max(retryAfter, backoff(failed, timing)), signal).then(() => this.add(key));
  }

  private wake(): void {
    const idle = this.idle;
    this.idle = [];
    for (const wake of idle) wake();
  }
}

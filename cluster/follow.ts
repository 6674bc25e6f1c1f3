import { textAt, valueAt } from '../data/tree.ts';
import { type Failure, notAnswered } from './answer.ts';
import type { Client } from './client.ts';
import { type Projection, readList } from './list.ts';
import { backoff, type Timing } from './timing.ts';

/** A collection of objects to follow, such as all claims of a cluster. */
export interface Feed<T> extends Projection<T> {
  /** The path of the list, without a query. */
  readonly path: string;
  /** A field selector: `metadata.name=web`. */
  readonly fields?: string;
  /** Called before each list. Returns whether to pass an object of the list to `replace`; by default, all of them are passed. */
  readonly keep?: () => (object: T) => boolean;
  /** Called with the collection after each list. */
  readonly replace: (all: readonly T[]) => void;
  readonly change: (object: T) => void;
  readonly remove: (object: T) => void;
  /** Called with undefined after each complete list and at the start of each watch, and with the failure of a list or a watch. */
  readonly report: (problem: Failure | undefined) => void;
}

/**
 * The minimum number of seconds after which the server ends a watch. A random part is added, so that watches do not end together.
 */
const watchSeconds = 240;

/** Follows a collection until the signal is aborted: a list in pages, then watches from where the list ended. */
export async function follow<T>(client: Client, feed: Feed<T>, timing: Timing, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let version: string | undefined;
  while (!signal.aborted) {
    const began = timing.now();
    const end: End =
      version === undefined ? await list(client, feed) : await watch(client, feed, { version, timing, signal });
    if (signal.aborted) return;
    version = end.version;
    if (end.failure) feed.report(end.failure);
    if (end.isComplete) continue;
    failures = end.failure === undefined && timing.now() - began > 1000 ? 0 : failures + 1;
    if (failures > 0) await timing.sleep(Math.max(end.failure?.retryAfter ?? 0, backoff(failures - 1, timing)), signal);
  }
}

/** How a list or a watch ended. */
interface End {
  /** The version to watch from. Undefined to list again. */
  readonly version: string | undefined;
  readonly failure?: Failure;
  /** For a list that was read to its end. */
  readonly isComplete?: true;
}

/** A list that fails, for example because it expired (410), restarts from the beginning. */
async function list<T>(client: Client, feed: Feed<T>): Promise<End> {
  const selector = selectorOf(feed);
  const found = await readList(
    client,
    `${feed.path}${selector === '' ? '' : `?${selector.slice(0, -1)}`}`,
    feed,
    feed.keep?.(),
  );
  if (!found.ok) return { version: undefined, failure: found };
  feed.replace(found.items);
  feed.report(undefined);
  return { version: found.version, isComplete: true };
}

function selectorOf({ fields }: { readonly fields?: string }): string {
  return fields === undefined ? '' : `fieldSelector=${encodeURIComponent(fields)}&`;
}

interface WatchOptions {
  readonly version: string;
  readonly timing: Timing;
  readonly signal: AbortSignal;
}

async function watch<T>(client: Client, feed: Feed<T>, { version, timing, signal }: WatchOptions): Promise<End> {
  const seconds = watchSeconds + Math.floor(timing.random() * watchSeconds);
  const query = `${selectorOf(feed)}watch=1&allowWatchBookmarks=true&resourceVersion=${version}&timeoutSeconds=${seconds}`;
  const stream = await client.stream(`${feed.path}?${query}`, signal, feed);
  if (!stream.ok) return afterFailure(version, stream);
  feed.report(undefined);
  let seen = version;
  try {
    for await (const event of stream.values) {
      const failure = failureIn(event);
      if (failure) return afterFailure(seen, failure);
      const version = textAt(event, 'object', 'metadata', 'resourceVersion');
      if (version === '' || !eventTypes.includes(textAt(event, 'type'))) return unknownEvent;
      deliver(feed, event);
      seen = version;
    }
  } catch (error) {
    if (error instanceof SyntaxError) return unknownEvent;
    // The connection failed. No event is lost: the next watch continues from the last version.
  }
  return { version: seen };
}

const eventTypes = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'];
/** A change might have been lost, so the collection must be listed again. */
const unknownEvent: End = { version: undefined, failure: notAnswered('with an event of a watch') };

function deliver<T>(feed: Feed<T>, event: unknown): void {
  const type = textAt(event, 'type');
  if (type === 'BOOKMARK') return;
  const object = feed.project(valueAt(event, 'object'), valueAt(event, 'isPartial') === true);
  if (type === 'DELETED') feed.remove(object);
  else feed.change(object);
}

/**
 * The collection must be listed again if the server no longer has the version (410), or briefly did not serve the kind (404):
 * then its objects were deleted, and others could have been created since.
 */
function afterFailure(version: string, failure: Failure): End {
  if (failure.status === 410) return { version: undefined };
  return { version: failure.status === 404 ? undefined : version, failure };
}

function failureIn(event: unknown): Failure | undefined {
  if (textAt(event, 'type') !== 'ERROR') return undefined;
  const status = Number(valueAt(event, 'object', 'code') ?? 500);
  return { ok: false, status, message: textAt(event, 'object', 'message'), retryAfter: 0 };
}

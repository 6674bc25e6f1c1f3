import { fail } from '../response/problem.ts';
import type { Event, Events } from '../world/events.ts';

/** Milliseconds between comments, which prevent proxies from closing an idle connection. */
const pause = 25_000;

/** The maximum number of events queued for a slow client. Above it, the stream ends and the client can reconnect. */
const maxWaiting = 1000;

/** The maximum number of streams per person, in each replica. */
const maxStreams = 10;

interface Follower {
  readonly user: string;
  readonly isSignedIn: () => Promise<boolean>;
}

/**
 * Server-sent events for one person, until the session ends. With the Last-Event-ID header, the stream starts with the
 * stored events after that event.
 */
export function eventStream(events: Events, { user, isSignedIn }: Follower, request: Request): Response {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  if (request.method === 'HEAD') return new Response(null, { headers });
  if (events.followersOf(user) >= maxStreams)
    fail(429, `you have ${maxStreams} open event streams, the maximum; close one`, {
      headers: { 'retry-after': '25' },
    });
  const last = Number(request.headers.get('last-event-id') ?? Number.NaN);
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      let isOpen = true;
      const send = async (text: string) => {
        const mayContinue = (await isSignedIn().catch(() => false)) && (controller.desiredSize ?? 0) > -maxWaiting;
        if (!isOpen) return;
        if (mayContinue) return controller.enqueue(encoder.encode(text));
        end();
        controller.close();
      };
      controller.enqueue(encoder.encode('retry: 3000\n\n'));
      const after = Number.isInteger(last) ? last : undefined;
      const stop = events.follow(user, after, (event) => void send(printed(event)));
      const timer = setInterval(() => void send(': alive\n\n'), pause);
      timer.unref();
      end = () => {
        isOpen = false;
        clearInterval(timer);
        stop();
      };
      request.signal.addEventListener('abort', () => end());
    },
    cancel: () => end(),
  });
  return new Response(body, { headers });
}

/** The JSON has no line breaks: one would end the field `data`. */
function printed({ id, type, data }: Event): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

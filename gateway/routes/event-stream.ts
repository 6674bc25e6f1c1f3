import type { Person } from '../can/roles.ts';
import type { Event, Events } from '../world/events.ts';

/** Milliseconds between comments, which keep proxies from closing a silent connection. */
const pause = 25_000;

/** Server-sent events for one person. The header Last-Event-ID continues after an event that the client has. */
export function eventStream(events: Events, { user }: Person, request: Request): Response {
  const last = Number(request.headers.get('last-event-id') ?? Number.NaN);
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      write('retry: 3000\n\n');
      const stop = events.follow(Number.isInteger(last) ? last : undefined, (event) => {
        if (event.user === undefined || event.user === user) write(printed(event));
      });
      const timer = setInterval(() => write(': alive\n\n'), pause);
      timer.unref();
      end = () => {
        clearInterval(timer);
        stop();
      };
      request.signal.addEventListener('abort', () => end());
    },
    cancel: () => end(),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } });
}

/** JSON has no line breaks outside of strings, and none inside. */
function printed({ id, type, data }: Event): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

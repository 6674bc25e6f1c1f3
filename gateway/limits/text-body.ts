import type { Body } from './bodies.ts';

/** In characters. A shorter text is sent as a whole and is not counted. */
const short = 16 * 1024;

/** The length of a part, in characters. */
const partLength = 64 * 1024;

/** Milliseconds in which a client must receive a response. */
const timeLimit = 120_000;

/**
 * The body of a response. Encodes a long text in parts as the client receives them, and counts it in `held` until then.
 * Fails if too much is held.
 */
export function textBody(text: string, held: Body): string | ReadableStream<Uint8Array> {
  if (text.length < short) return text;
  held.add(text.length);
  const encoder = new TextEncoder();
  let [rest, start]: [string, number] = [text, 0];
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(timer);
    rest = '';
    held.close();
  };
  const fail = (controller: ReadableStreamDefaultController) => {
    end();
    controller.error(new Error('the client received the response too slowly'));
  };
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const stop = partEnd(rest, start);
    controller.enqueue(encoder.encode(rest.slice(start, stop)));
    start = stop;
    if (start < rest.length) return;
    end();
    controller.close();
  };
  const begin = (controller: ReadableStreamDefaultController) => {
    timer = setTimeout(() => fail(controller), timeLimit).unref();
  };
  return new ReadableStream<Uint8Array>({ start: begin, pull, cancel: end }, { highWaterMark: 0 });
}

/** The end of a part. Does not separate the two halves of a character. */
function partEnd(text: string, start: number): number {
  const end = start + partLength;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return Math.min(text.length, isHalf ? end + 1 : end);
}

/** In bytes. */
const partLength = 64 * 1024;

/**
 * A body that shares its bytes with the bodies of other responses. `new Response(bytes)` copies them, and the copy stays in
 * memory until the client has received it.
 */
export function sharedBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let start = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.enqueue(bytes.subarray(start, start + partLength));
    start += partLength;
    if (start >= bytes.length) controller.close();
  };
  return new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
}

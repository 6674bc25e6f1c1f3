/** A body that is larger than its reader allows. */
export class BodyTooLarge extends Error {}

/** The text of a body. Throws a BodyTooLarge above the limit in bytes, regardless of the Content-Length header. */
export async function boundedText(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyTooLarge(`the body has more than ${limit / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

import { fail } from './problem.ts';

/**
 * The memory of a part of a body, in bytes. A client can send a body in parts of one byte, and each part also takes time.
 */
const leastOfPart = 512;

/**
 * The text of the body of a request. Fails with 413 above the limit in bytes, regardless of the Content-Length header.
 * `onBytes` receives the size of each part, and stops the reading if it throws. A small part counts as `leastOfPart`.
 */
export async function limitedText(
  request: Request,
  limit: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    const counted = Math.max(chunk.byteLength, leastOfPart);
    size += counted;
    if (size > limit) fail(413, `the request body has more than ${limit} bytes, or too many small parts`);
    onBytes(counted);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

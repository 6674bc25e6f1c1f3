import { fail } from './problem.ts';

/**
 * The minimum number of bytes that each part of a body counts as. A client can send a body in parts of one byte, and
 * each part takes memory and time.
 */
const leastOfPart = 512;

/**
 * The text of the body of a request. Fails with 413 above the limit in bytes, regardless of the Content-Length header.
 * `onBytes` receives the counted size of each part, and stops the reading if it throws.
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

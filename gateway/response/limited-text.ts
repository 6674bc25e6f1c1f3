import { fail } from './problem.ts';

/**
 * The minimum number of bytes that a chunk of a body counts as. A client can send a body in chunks of one byte, and each
 * chunk takes memory and time.
 */
const minChunkBytes = 512;

/**
 * The text of the body of a request. Fails with 413 above the limit, regardless of the Content-Length header.
 * `onBytes` receives the counted size of each chunk, and stops reading if it throws.
 */
export async function limitedText(
  request: Request,
  limit: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    const counted = Math.max(chunk.byteLength, minChunkBytes);
    size += counted;
    if (size > limit) fail(413, `the request body is larger than ${limit} bytes, or was sent in too many small chunks`);
    onBytes(counted);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

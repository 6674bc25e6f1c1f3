import { fail } from './problem.ts';

/**
 * The text of the body of a request. Fails with 413 above the limit in bytes, regardless of the Content-Length header.
 * `onBytes` receives the size of each part, and stops the reading if it throws.
 */
export async function limitedText(
  request: Request,
  limit: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) fail(413, `the request body has more than ${limit} bytes`);
    onBytes(chunk.byteLength);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

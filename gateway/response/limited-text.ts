import { fail } from './problem.ts';

/** The body of a request. Stops reading at the limit in bytes, regardless of the Content-Length header. */
export async function limitedText(request: Request, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) fail(413, `the request body has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

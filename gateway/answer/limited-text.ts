import { fail } from './problem.ts';

/** The body of a request. Stops to read at the limit in bytes, whatever the header Content-Length states. */
export async function limitedText(request: Request, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) fail(413, `the request has more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

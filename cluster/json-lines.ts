import { StringDecoder } from 'node:string_decoder';

/** In characters. By default, etcd stores no object larger than 1.5 MiB. */
const longestLine = 16 * 1024 * 1024;

/**
 * The JSON values of a body with one value per line. Drops a last line without a line break, even if it is complete, because it
 * might be cut off.
 */
export async function* jsonLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of body) {
    const lines = decoder.write(Buffer.from(chunk)).split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new SyntaxError('a line of the response is too long');
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as unknown;
  }
}

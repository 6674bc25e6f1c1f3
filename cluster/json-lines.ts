import { StringDecoder } from 'node:string_decoder';

/** The JSON values of a body with one value per line. A line that the end of the body cuts off is dropped. */
export async function* jsonLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.write(Buffer.from(chunk))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as unknown;
  }
}

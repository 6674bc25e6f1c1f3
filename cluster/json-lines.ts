import { StringDecoder } from 'node:string_decoder';
import { isMapping } from '../data/tree.ts';
import { ObjectScanner } from './object-scanner.ts';
import type { Fields } from './selection.ts';

/**
 * The selected parts of the JSON objects in a body with one object per line. Drops an incomplete object at the end. An object of
 * which fields are missing, because they are too large, has the field `isPartial`.
 */
export async function* jsonLines(
  body: AsyncIterable<Uint8Array>,
  selection: Fields,
  maxSize?: number,
): AsyncGenerator<unknown> {
  const decoder = new StringDecoder('utf8');
  let scanner = new ObjectScanner(selection, maxSize);
  for await (const chunk of body) {
    const text = decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    for (let at = 0; at < text.length; ) {
      at = scanner.add(text, at);
      if (!scanner.isDone) continue;
      const value = scanner.value();
      yield scanner.isPartial && isMapping(value) ? { ...value, isPartial: true } : value;
      scanner = new ObjectScanner(selection, maxSize);
    }
  }
}

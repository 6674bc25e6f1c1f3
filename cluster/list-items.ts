import { StringDecoder } from 'node:string_decoder';
import { ObjectScanner } from './object-scanner.ts';
import { Items, maxSize, type OnItem, type Selection, type Wanted } from './selection.ts';

/**
 * Reads the JSON of a list, and passes on the selected parts of each object in `items` as soon as they are complete, so that a
 * page of large objects needs little memory. Returns the list without its items. Throws if the text is not JSON, or if an item is
 * not an object.
 */
export function readItems(body: AsyncIterable<Uint8Array>, onItem: OnItem, wanted: Wanted): Promise<unknown> {
  return readObject(body, new ObjectScanner({ items: new Items(wanted, onItem), '*': true }));
}

/** In bytes, as estimated: more than the finalizers of an object of the maximum size in etcd, which is 1.5 MiB by default. */
const maxSizeOfOne = 12 * maxSize;

/** Reads the selected parts of an object. Throws if they are too large. */
export async function readSelected(body: AsyncIterable<Uint8Array>, selection: Selection): Promise<unknown> {
  return readObject(body, new ObjectScanner(selection, maxSizeOfOne));
}

async function readObject(body: AsyncIterable<Uint8Array>, scanner: ObjectScanner): Promise<unknown> {
  const decoder = new StringDecoder('utf8');
  for await (const chunk of body) {
    const text = decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    const rest = text.slice(scanner.add(text, 0));
    if (rest.trim() !== '') throw new SyntaxError('the text continues after the object');
  }
  if (scanner.isPartial) throw new Error('the object is too large');
  return scanner.value();
}

import { utf8ToBytes } from '@noble/hashes/utils.js';
import { TemplateError } from './error.ts';

export { utf8ToBytes };

/** Decodes UTF-8. Throws if the bytes are not valid UTF-8, which Go would print unchanged. */
export function bytesToText(bytes: Uint8Array): string {
  try {
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    throw new TemplateError('the result is not valid UTF-8, but part of a character or binary data');
  }
}

/** Slices a text by byte offsets, like Go. Throws if the range is outside the text. */
export function byteSlice(text: string, start: number, end: number): string {
  const ascii = /^[\0-\x7f]*$/.test(text);
  const length = ascii ? text.length : utf8ToBytes(text).length;
  if (start < 0 || end > length || start > end)
    throw new TemplateError(`bytes ${start} to ${end} are out of range: the length of the string is ${length}`);
  return ascii ? text.slice(start, end) : bytesToText(utf8ToBytes(text).slice(start, end));
}

export function byteLength(text: string): number {
  return utf8ToBytes(text).length;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function toBase64(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const word = (a << 16) | (b << 8) | c;
    const chars = [18, 12, 6, 0].map((shift) => alphabet[(word >> shift) & 63]);
    out += chars.slice(0, Math.min(3, bytes.length - at) + 1).join('');
  }
  return out.padEnd(Math.ceil(bytes.length / 3) * 4, '=');
}

/** Decodes standard base64 with padding. Ignores line breaks, like Go. */
export function fromBase64(text: string): Uint8Array {
  const plain = text.replace(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(plain))
    throw new TemplateError('the text is not valid base64');
  const sextets = Array.from(plain.replace(/={1,2}$/, ''), (char) => alphabet.indexOf(char));
  const bytes = new Uint8Array(Math.floor((sextets.length * 3) / 4));
  for (let index = 0; index < bytes.length; index++) {
    const at = Math.floor((index * 4) / 3);
    const word = ((sextets[at] ?? 0) << 6) | (sextets[at + 1] ?? 0);
    bytes[index] = (word >> (4 - 2 * (index % 3))) & 255;
  }
  return bytes;
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/** The start of the next page of a list. */
export interface Cursor {
  readonly commit: string;
  readonly start: number;
}

/** The signature prevents clients from requesting other commits. */
export function signCursor({ commit, start }: Cursor, secret: string): string {
  const text = `${commit}.${start}`;
  return `${text}.${signatureOf(text, secret).toString('base64url')}`;
}

export function readCursor(cursor: string, secret: string): Cursor | undefined {
  const [, text = '', commit = '', start = '', signature = ''] =
    /^(([0-9a-f]{40})\.(\d{1,7}))\.([\w-]+)$/.exec(cursor) ?? [];
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(text, secret)];
  const isOwn = given.length === expected.length && timingSafeEqual(given, expected);
  return isOwn ? { commit, start: Number(start) } : undefined;
}

function signatureOf(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

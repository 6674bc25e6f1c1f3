import { createHash } from 'node:crypto';
import type { Body } from '../limits/bodies.ts';
import { textBody } from '../limits/text-body.ts';
import type { Result } from './route.ts';

/** A result encoded for the response. */
export interface Encoded extends Omit<Result, 'body'> {
  readonly text: string;
  readonly etag: string;
}

export function encode({ body, ...rest }: Result): Encoded {
  const text = JSON.stringify(body);
  return { ...rest, text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

/**
 * A response with an ETag, or 304 if the client already has it. Clients cache the response for a full commit SHA for
 * five minutes, because only a change of access can change it.
 */
export function jsonResponse(
  { status = 200, text, etag, headers }: Encoded,
  request: Request,
  query: Readonly<Record<string, string>>,
  held: Body,
): Response {
  const isImmutable = /^[0-9a-f]{40}$/.test(query['at'] ?? '');
  const cacheControl = `private, ${isImmutable ? 'max-age=300, immutable' : 'no-cache'}`;
  const all = { etag, 'cache-control': cacheControl, vary: 'Cookie, Authorization', ...headers };
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (request.method === 'GET' && known.includes(etag)) return new Response(null, { status: 304, headers: all });
  const body = request.method === 'HEAD' ? null : textBody(text, held);
  return new Response(body, { status, headers: { ...all, 'content-type': 'application/json' } });
}

import { request } from 'undici';
import { boundedText } from '../../io/bounded-text.ts';
import { ForgeError } from './forge.ts';

/** The REST API of a forge. Rejects with a ForgeError. */
export interface ForgeApi {
  readonly get: (path: string) => Promise<unknown>;
  readonly send: (method: 'POST' | 'PATCH' | 'PUT', path: string, body: object) => Promise<unknown>;
}

/** Milliseconds to wait for a complete response. */
const timeLimit = 20_000;

/** In bytes. Responses list up to 50 pull requests with their descriptions. */
const largestResponse = 32 * 1024 * 1024;

export function openForgeApi(url: string, authorization: Readonly<Record<string, string>>): ForgeApi {
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object): Promise<unknown> => {
    try {
      const headers = { ...authorization, 'content-type': 'application/json', 'user-agent': 'leasehold' };
      const content = body ? { body: JSON.stringify(body) } : {};
      // The body timeout of undici restarts with each part of a response, so it does not limit the whole response.
      const signal = AbortSignal.timeout(timeLimit);
      const response = await request(`${url}${path}`, { method, headers, signal, ...content });
      const text = await boundedText(response.body, largestResponse);
      if (response.statusCode < 300) return text === '' ? undefined : JSON.parse(text);
      const why = response.statusCode >= 500 || response.statusCode === 429 ? 'unavailable' : 'rejected';
      throw new ForgeError(
        why,
        `the forge responded to ${method} ${path} with ${response.statusCode}: ${text.slice(0, 200)}`,
      );
    } catch (error) {
      if (error instanceof ForgeError) throw error;
      throw new ForgeError(
        'unavailable',
        `no valid response from the forge to ${method} ${path}: ${(error as Error).message}`,
      );
    }
  };
  return { get: (path) => send('GET', path), send };
}

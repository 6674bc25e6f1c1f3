import { BodyTooLarge, boundedText } from '../io/bounded-text.ts';
import { type FetchJson, SourceError } from './source.ts';

/** In bytes. The response for 100,000 pods has about 30 MiB. */
const largest = 64 * 1024 * 1024;

/** Fetches JSON within a time limit. */
export function fetchJsonWithin(milliseconds: number): FetchJson {
  return async (url) => {
    const { origin, pathname } = new URL(url);
    const name = `${origin}${pathname}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(milliseconds) }).catch((error: unknown) => {
      throw new SourceError(`${name} does not respond: ${reason(error)}`);
    });
    const text = await boundedText(response.body ?? [], largest).catch((error: unknown) => {
      const what = error instanceof BodyTooLarge ? 'responded with too much data' : 'stopped responding';
      throw new SourceError(`${name} ${what}: ${reason(error)}`);
    });
    if (!response.ok) throw new SourceError(`${name} responded with ${response.status}: ${text.slice(0, 200)}`);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new SourceError(`${name} did not respond with JSON: ${text.slice(0, 200)}`);
    }
  };
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
}

import { type FetchJson, SourceError } from './source.ts';

/** Fetches JSON within a time limit. */
export function fetchJsonWithin(milliseconds: number): FetchJson {
  return async (url) => {
    const { origin, pathname } = new URL(url);
    const name = `${origin}${pathname}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(milliseconds) }).catch((error: unknown) => {
      throw new SourceError(`${name} does not respond: ${reason(error)}`);
    });
    const text = await response.text().catch((error: unknown) => {
      throw new SourceError(`${name} stopped responding: ${reason(error)}`);
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

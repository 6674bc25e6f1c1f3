import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '@actions/http-client';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import { type Response, fetch as undiciFetch } from 'undici';

export interface ApiAddress {
  /** `https://api.github.com`, or `https://HOST/api/v3` of GitHub Enterprise Server. */
  readonly apiUrl: string;
  readonly token: string;
  /** `leasehold/1.2.3` */
  readonly userAgent: string;
  readonly warn: (text: string) => void;
}

/** The longest wait for a rate limit, in seconds. Running the job again costs less than a longer wait. */
const longestWait = 300;
/** Seconds after which a request without a response counts as failed, and can be retried. */
const timeout = 120;
/** The requested API version. Without one, GitHub uses the oldest supported version. */
const apiVersion = '2022-11-28';

/**
 * An API client that waits for rate limits, retries after a 5xx, and uses the proxy settings of https_proxy and no_proxy. It
 * follows GitHub's recommended rate for writes.
 */
export function openOctokit({ apiUrl, token, userAgent, warn }: ApiAddress): Octokit {
  const proxy = new HttpClient().getAgentDispatcher(apiUrl);
  const via = proxy ? { dispatcher: proxy } : {};
  const limit = (what: string) => (seconds: number, _: object, __: object, attempt: number) => {
    const isLong = seconds > longestWait;
    const waits = !isLong && attempt < 3;
    const reason = isLong ? `because the wait would be ${seconds} s` : `after ${attempt} retries`;
    warn(`${what}: ${waits ? `waiting ${seconds} s` : `giving up ${reason}`}`);
    return waits;
  };
  const Client = Octokit.plugin(retry, throttling);
  const client = new Client({
    auth: token,
    baseUrl: apiUrl,
    userAgent,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    retry: { retries: 3 },
    throttle: {
      onRateLimit: limit('the rate limit of GitHub is used up'),
      onSecondaryRateLimit: limit('GitHub asks the client to slow down'),
    },
    request: {
      fetch: (url: string, options: object) =>
        waitFor(() => undiciFetch(url, { ...options, ...via, signal: AbortSignal.timeout(timeout * 1000) }), warn),
    },
  });
  client.hook.before('request', (options) => {
    options.headers['x-github-api-version'] = apiVersion;
  });
  return client;
}

/** Retries after the time in the response, which the client ignores unless the message mentions a rate limit. */
async function waitFor(ask: () => Promise<Response>, warn: ApiAddress['warn']): Promise<Response> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const response = await ask();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (![429, 503].includes(response.status) || !(seconds <= longestWait)) return response;
    warn(`GitHub responded with ${response.status}: waiting ${seconds} s`);
    await sleep(seconds * 1000);
  }
  return ask();
}

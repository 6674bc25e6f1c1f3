import { openOctokit } from './octokit.ts';

/** The status and the body of a response, or the reason why there is none. */
export type ApiAnswer =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: undefined; readonly message: string };

/** The API of a GitHub host, with the user's own token. */
export interface ApiAccess {
  readonly apiUrl: string;
  readonly token: string;
  readonly userAgent: string;
}

/** Returns a function that reads a path of GitHub's API, such as `repos/acme/tenants`. It never writes and never throws. */
export function openReader({ apiUrl, token, userAgent }: ApiAccess): (path: string) => Promise<ApiAnswer> {
  const octokit = openOctokit({ apiUrl, token, userAgent, warn: () => {} });
  return async (path) => {
    try {
      const { status, data } = await octokit.request(`GET /${path}`, { per_page: 100 });
      return { status, body: data };
    } catch (error) {
      return failed(error);
    }
  };
}

function failed(error: unknown): ApiAnswer {
  const { status, response, message } = error as {
    readonly status?: number;
    readonly response?: { readonly data?: unknown };
    readonly message?: string;
  };
  if (status !== undefined && response) return { status, body: response.data };
  return { status: undefined, message: message ?? String(error) };
}

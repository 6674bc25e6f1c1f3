import type { Problem } from '../../core/problem/problem.ts';

/** An error response of the API [sources: http-1]. */
export interface ApiProblem {
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  /** Problems in files, in the form that every program reports. */
  readonly problems?: readonly Problem[];
  /** Further members of the response. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  401: 'You are not signed in',
  403: 'You are not allowed to do this',
  404: 'This does not exist, or you do not have access to it',
  405: 'The method is not allowed',
  409: 'The change can no longer be closed',
  412: 'The files changed since you began',
  413: 'The request is too large',
  415: 'The content type must be application/json',
  421: 'The host name does not belong to the gateway',
  422: 'The change cannot be submitted',
  428: 'The If-Match header is missing',
  429: 'You sent too many requests',
  499: 'You closed the connection',
  500: 'The gateway failed',
  502: 'The forge rejected the change',
  503: 'The gateway cannot respond now',
};

export function problem(status: number, detail?: string, rest: Partial<ApiProblem> = {}): ApiProblem {
  return { status, title: titles[status] ?? 'Error', ...(detail === undefined ? {} : { detail }), ...rest };
}

export function problemResponse(
  { status, title, detail, problems, more, headers }: ApiProblem,
  path: string,
): Response {
  const found = problems?.map((one) => ({ type: `docs/problems.md#${one.code}`, ...one }));
  const body = { type: 'about:blank', title, status, detail, instance: path, problems: found, ...more };
  const all = { ...headers, 'content-type': 'application/problem+json', 'cache-control': 'no-store' };
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** The error that handlers throw. The application converts it into a response. */
export class ApiError extends Error {
  readonly problem: ApiProblem;
  constructor(found: ApiProblem) {
    super(found.detail ?? found.title);
    this.problem = found;
  }
}

export function fail(status: number, detail?: string, rest: Partial<ApiProblem> = {}): never {
  throw new ApiError(problem(status, detail, rest));
}

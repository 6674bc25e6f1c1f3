import type { ForgeError } from '../changes/forge.ts';
import { type ApiProblem, problem } from '../response/problem.ts';

/** Seconds after which a client can retry. */
const pause = '30';

export function forgeProblem({ why, message }: ForgeError): ApiProblem {
  return problem(why === 'rejected' ? 502 : 503, message, { headers: { 'retry-after': pause } });
}

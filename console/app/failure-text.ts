import type { Failure } from '../data/gateway.ts';
import { texts } from './texts.ts';

/** The failure of a proposal, as sentences. */
export function failureText(failure: Failure): string {
  const { failures } = texts.propose;
  if (failure.why === 'denied') return failures.denied(failure.reasons);
  if (failure.why === 'invalid') return failures.invalid(failure.detail);
  if (failure.why === 'kept') return failures.kept(failure.detail);
  if (failure.why === 'unavailable') return failures.unavailable(failure.detail);
  return failures[failure.why];
}

/** The failure of a request that submits no edit, as sentences. */
export function readFailureText(failure: Failure): string {
  return failure.why === 'unavailable' ? texts.session.unavailable(failure.detail) : failureText(failure);
}

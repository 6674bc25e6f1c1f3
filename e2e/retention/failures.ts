import type { PassingRequest, RequestOutcome } from './proxy.ts';

/** Fails every fifth request, with typical failures of an API server or a network in turn. */
export function failures() {
  const ways: readonly RequestOutcome[] = [
    { status: 429, headers: { 'retry-after': '1' }, message: 'too many requests' },
    'cut-before',
    { status: 410, message: 'too old' },
    'cut-after',
    { status: 409, message: 'the object has been modified' },
    { status: 500, message: 'etcd has no leader' },
    { status: 503, message: 'not ready' },
  ];
  let [seen, failed] = [0, 0];
  const fateOf = (_: PassingRequest): RequestOutcome => {
    seen++;
    return seen % 5 === 0 ? (ways[failed++ % ways.length] as RequestOutcome) : 'pass';
  };
  return { fateOf, count: () => failed };
}

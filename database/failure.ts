/** Recognizes errors of PostgreSQL and of the network, which have a code, and errors of the client library by their message. */
export function isDatabaseFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return 'code' in error || error instanceof AggregateError || /connection|timeout|client/i.test(error.message);
}

/** The first line of the message. It never contains the password. */
export function failureText(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  return (inner ?? error).message.split('\n')[0] ?? '';
}

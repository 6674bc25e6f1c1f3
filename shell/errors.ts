/** Anything that was thrown, as an Error. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The line for an error that only a bug can cause. */
export function internalError(error: unknown): string {
  return `internal error: ${toError(error).message.split('\n')[0]}. This is a bug`;
}

/** Whether the operating system reported the error: a full disk, a missing permission. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** What is wrong with a command line, if that is what parseArgs threw; every other error is thrown again. */
export function parseFault(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
  return { code, message };
}

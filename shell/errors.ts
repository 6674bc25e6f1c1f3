/** Converts any thrown value to an Error. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The line for an error that only a bug can cause. */
export function internalError(error: unknown): string {
  return `internal error: ${toError(error).message.split('\n')[0]}. This is a bug`;
}

/** Whether the operating system reported the error, such as a full disk or a missing permission. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/** The message of a parseArgs error about the command line. Throws any other error again. */
export function parseFault(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
  return { code, message };
}

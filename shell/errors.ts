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

const actions: Readonly<Record<string, string>> = {
  lstat: 'read',
  mkdir: 'create the directory',
  mkdtemp: 'write to',
  open: 'open',
  read: 'read',
  readlink: 'read',
  realpath: 'read',
  rename: 'write',
  rmdir: 'remove',
  scandir: 'read',
  stat: 'read',
  unlink: 'remove',
  write: 'write',
};

/** The message of a system error without the terms of the operating system: `cannot write to out: permission denied`. */
export function systemErrorText({ message }: Error): string {
  const [, address] = /^listen EADDRINUSE: address already in use (\S+)$/.exec(message) ?? [];
  if (address !== undefined) return `another program already listens on ${address}; pass another --port`;
  const [, reason, call = '', path] = /^[A-Z]+: (.+?), ([a-z]+)(?: '([^']*)'.*)?$/.exec(message) ?? [];
  if (reason === undefined) return message;
  // The user knows the directory, not the name of the temporary directory in it.
  const place = call === 'mkdtemp' ? path?.replace(/\/?[^/]*$/, '') || '.' : path;
  return `cannot ${actions[call] ?? call}${place === undefined ? '' : ` ${place}`}: ${reason}`;
}

/** The message of a parseArgs error about the command line. Throws any other error again. */
export function parseArgsError(error: unknown): { readonly code: string; readonly message: string } {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
  return { code, message };
}

import type { RemoteResult } from '../io/git-remote.ts';

/** The message for a failed git command, with the missing permission if there is one. */
export function gitErrorText(what: string, answer: Extract<RemoteResult<unknown>, { readonly ok: false }>): string {
  const need = answer.forbidden ? '; the job needs `permissions:` with contents: write' : '';
  return `${what}: ${answer.message}${need}`;
}

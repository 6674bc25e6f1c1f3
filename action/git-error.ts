import type { RemoteFailure } from '../io/git-network.ts';
import { otherToken } from './api-error.ts';

const reasons: Readonly<Record<RemoteFailure['why'], (need: string) => string>> = {
  'bad-token': () => '; the input token is missing, invalid or expired; set it to a valid token',
  forbidden: (need) => `; add \`contents: ${need}\` to the \`permissions\` of the job${otherToken}`,
  other: () => '',
};

/** The message for a failed git command, with advice. */
export function gitErrorText(what: string, { message, why }: RemoteFailure, need: 'read' | 'write' = 'write'): string {
  return `${what}: ${message}${reasons[why](need)}`;
}

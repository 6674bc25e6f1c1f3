import type { Mode } from '../admission/policy.ts';
import type { Rejection } from '../analysis/simulate/simulate.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { code, prose } from './markdown.ts';

/** The response of the API server to a request, with the policies that the cluster has today. */
export interface ServerAnswer {
  /** `unknown` for a response about something else, such as missing permissions. */
  readonly verdict: 'allows' | 'rejects' | 'unknown' | 'warns';
  /** Empty if the API server allows the request without a warning of a rule of leasehold. */
  readonly message: string;
}

/** A rejection, with the response of the API server to a dry run, if any. */
export type AnsweredRejection = Rejection & { readonly apiServer?: ServerAnswer };

const verdicts: Readonly<Record<ServerAnswer['verdict'], string>> = {
  allows: 'the API server allows it today',
  rejects: 'the API server rejects it today',
  unknown: 'the API server returned no verdict',
  warns: 'the API server warns about it today',
};

/** `the API server rejects it today: ...`. `format` formats the message. */
export function verdictText({ verdict, message }: ServerAnswer, format: (message: string) => string): string {
  return message === '' ? verdicts[verdict] : `${verdicts[verdict]}: ${format(message)}`;
}

const marks: Readonly<Record<Mode, string>> = { audit: '📝', deny: '❌', warn: '⚠️' };

/** One line of a Markdown list for each rejection. */
export function rejectionLine({ mode, message, id, tenant, apiServer }: AnsweredRejection): string {
  const answer = apiServer ? ` — ${verdictText(apiServer, prose)}` : '';
  return `- ${marks[mode]} ${mode} ${code(formatId(id))} of ${code(tenant)}: ${prose(message)}${answer}\n`;
}

/** The list for a pull request. */
export function rejectionsMarkdown(rejections: readonly AnsweredRejection[]): string {
  const head = '### Existing objects that the rules would reject\n\n';
  return `${head}${rejections.length === 0 ? 'None.\n' : rejections.map(rejectionLine).join('')}`;
}

import type { Mode } from '../admission/policy.ts';
import type { Rejection } from '../analysis/simulate/simulate.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { code, prose } from './markdown.ts';

/** A rejection, with the response of the API server if it was asked. */
type ReportedRejection = Rejection & { readonly apiServer?: { readonly verdict: string; readonly message: string } };

const marks: Readonly<Record<Mode, string>> = { audit: '📝', deny: '❌', warn: '⚠️' };

/** One line of a Markdown list for each rejection. */
export function rejectionLine({ mode, message, id, tenant, apiServer }: ReportedRejection): string {
  const answer = apiServer ? ` — the API server today: ${apiServer.verdict} ${prose(apiServer.message)}` : '';
  return `- ${marks[mode]} ${mode} ${code(formatId(id))} of ${code(tenant)}: ${prose(message)}${answer.trimEnd()}\n`;
}

/** The list for a pull request. */
export function rejectionsMarkdown(rejections: readonly ReportedRejection[]): string {
  const head = '### Existing objects that the rules would reject\n\n';
  return `${head}${rejections.length === 0 ? 'None.\n' : rejections.map(rejectionLine).join('')}`;
}

import type { Mode } from '../admission/policy.ts';
import type { Refusal } from '../analysis/simulate/simulate.ts';
import { formatId } from '../kubernetes/object-id.ts';
import { code, prose } from './markdown.ts';

/** A rejection, with the response of the API server if it was asked. */
type ReportedRefusal = Refusal & { readonly apiServer?: { readonly verdict: string; readonly message: string } };

const marks: Readonly<Record<Mode, string>> = { audit: '📝', deny: '❌', warn: '⚠️' };

/** One line of a Markdown list for each rejection. */
export function refusalLine({ mode, message, id, tenant, apiServer }: ReportedRefusal): string {
  const answer = apiServer ? ` — the API server today: ${apiServer.verdict} ${prose(apiServer.message)}` : '';
  return `- ${marks[mode]} ${mode} ${code(formatId(id))} of ${code(tenant)}: ${prose(message)}${answer.trimEnd()}\n`;
}

/** The list for a pull request. */
export function refusalsMarkdown(refusals: readonly ReportedRefusal[]): string {
  const head = '### Existing objects that the rules would refuse\n\n';
  return `${head}${refusals.length === 0 ? 'None.\n' : refusals.map(refusalLine).join('')}`;
}

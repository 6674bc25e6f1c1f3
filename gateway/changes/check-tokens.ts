import type { Edit } from '../../console/model/edits.ts';
import { limits } from '../../data/limits.ts';
import { countTokens } from '../../yaml/count-tokens.ts';
import { fail } from '../response/problem.ts';

/**
 * Returns the edits. Fails if parsing all files of a request would take too long. New files can be in any number of
 * directories, so the limit of each tenant's directory is not sufficient.
 */
export function withFewTokens(edits: readonly Edit[]): readonly Edit[] {
  const max = limits.tokensOfTenant;
  let tokens = 0;
  for (const { text = '' } of edits) {
    tokens += countTokens(text, max);
    if (tokens > max)
      fail(
        422,
        `the files have more than ${max} YAML tokens that need the full parser; send fewer or smaller files at a time`,
      );
  }
  return edits;
}

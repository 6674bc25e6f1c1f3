import type { Report } from '../../../core/problem/problem.ts';
import type { Granted } from '../../../core/settings/grants.ts';
import { isIdentityKey, isReservedPrefix, prefixOf } from '../../../core/settings/reserved-keys.ts';

/** Reports patterns that cover keys of nobody's choice, and keys that no Grant covers. */
export function checkMetadata(
  patterns: readonly string[],
  { selectorOf }: Pick<Granted, 'selectorOf'>,
  report: Report,
): void {
  for (const [index, pattern] of patterns.entries()) {
    const selector = selectorOf(pattern);
    const path = ['spec', 'metadata', index];
    if (pattern.endsWith('*')) checkPattern(pattern, path, report);
    else if (isIdentityKey(pattern))
      report('not-a-choice', path, `only the platform sets ${pattern}, so no Grant allows it`, { fix: 'remove it' });
    else if (selector !== undefined) {
      const message = `${selector} selects namespaces by ${pattern}, so a tenant that sets it would choose what it receives`;
      report('not-a-choice', path, message, { fix: 'remove it, or select by another label' });
    }
  }
}

function checkPattern(pattern: string, path: readonly (string | number)[], report: Report): void {
  const prefix = prefixOf(pattern);
  if (prefix === '') {
    const message = `${pattern} covers keys of any prefix`;
    report('bad-format', path, message, { fix: 'write the prefix and its slash, such as example.com/*' });
  } else if (isReservedPrefix(prefix)) {
    const message = `${pattern} covers keys that controllers of the platform act on`;
    report('not-a-choice', path, message, { fix: 'name each key' });
  }
}

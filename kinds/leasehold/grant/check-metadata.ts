import type { Report } from '../../../core/problem/problem.ts';
import type { Granted } from '../../../core/settings/grants.ts';
import { isIdentityKey, isReservedPrefix, prefixOf } from '../../../core/settings/reserved-keys.ts';

/** Reports patterns for keys that no tenant can choose, and keys that no Grant can cover. */
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
      report('not-a-choice', path, `only the platform can set ${pattern}, so no Grant can allow it`, {
        fix: 'remove the key from the Grant',
      });
    else if (selector !== undefined) {
      const message = `${selector} selects namespaces by ${pattern}, so a tenant that sets this key could choose the objects that it receives`;
      report('not-a-choice', path, message, { fix: 'remove the key from the Grant, or select by another label' });
    }
  }
}

function checkPattern(pattern: string, path: readonly (string | number)[], report: Report): void {
  const prefix = prefixOf(pattern);
  if (prefix === '') {
    const message = `${pattern} can match keys with different prefixes`;
    report('bad-format', path, message, { fix: 'write the prefix and its slash, such as example.com/*' });
  } else if (isReservedPrefix(prefix)) {
    const message = `${pattern} covers keys that controllers of the platform use`;
    report('not-a-choice', path, message, { fix: 'list each key' });
  }
}

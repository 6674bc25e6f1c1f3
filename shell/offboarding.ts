import type { Offboarding } from '../leasehold.ts';

/**
 * Which tenants are removed, which files change, which tenants stay and why, and which settings still name a removed tenant.
 * One line for each.
 */
export function offboardingLines({ removed, changes, blocked, mentions }: Offboarding): readonly string[] {
  return [
    ...removed.map(({ tenant, deleteAfter }) => `${tenant}: the last day was ${deleteAfter}`),
    ...changes.map(({ path, text }) => `  ${text === undefined ? 'delete' : 'change'} ${path}`),
    ...blocked.map(({ tenant, deleteAfter, reason }) => `${tenant}: the last day was ${deleteAfter}, but ${reason}`),
    ...mentions.map(
      (mention) => `${mention}: remove the name, or the setting also applies to a new tenant with this name`,
    ),
  ];
}

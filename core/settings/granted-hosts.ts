import type { Limits } from '../../admission/limits.ts';
import type { Granted } from './grants.ts';

/** The hosts that Grants allow, as lists for the API server. `*.` matches one label, which only a pattern can express. */
export function grantedHosts({ hosts }: Granted): Pick<Limits, 'hosts' | 'hostPatterns'> {
  const wildcards = hosts.filter((host) => host.startsWith('*.'));
  const patterns = wildcards.map((host) => `[^.]+${host.slice(1).replaceAll('.', '\\.')}`);
  return {
    hosts: hosts.filter((host) => !host.startsWith('*.')),
    ...(patterns.length > 0 ? { hostPatterns: patterns } : {}),
  };
}

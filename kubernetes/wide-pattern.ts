const glob = /[*?[{]/;

/**
 * Whether a pattern for repositories of an AppProject matches repositories on any host, such as `https://**` or `git@*:*`.
 * A host with a wildcard is narrow only if it ends in a domain: `*.example.com` [sources: argocd-40].
 */
export function matchesAnyHost(pattern: string): boolean {
  if (pattern.startsWith('!')) return false;
  const host = (pattern.replace(/^(?:[a-z+]+:\/\/)?(?:[^/@]*@)?/, '').split('/')[0] ?? '').replace(/:[^*?[{]*$/, '');
  return glob.test(host) && (host.includes('**') || !/^[^[{]*\.[a-z0-9-]+\.[a-z0-9-]+$/i.test(host));
}

/** Whether a pattern for names has no fixed part, such as `*` or `?*`. */
export function matchesAnyName(pattern: string): boolean {
  const fixed = pattern.replace(/\[[^\]]*(?:\]|$)|\{[^}]*(?:\}|$)/g, '').replace(/[^A-Za-z0-9]/g, '');
  return glob.test(pattern) && !pattern.startsWith('!') && fixed === '';
}

import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';

/** Checks the rules of Argo CD's API server, and warns about patterns with unexpected matches [sources: argocd-21, mto-18]. */
export function checkRepos(repos: readonly string[] | undefined, base: Path, report: Report): void {
  const path = [...base, 'sourceRepos'];
  if (repos === undefined || repos.length === 0) {
    report('risky-value', path, 'without sourceRepos, the project allows no repositories', {
      fix: 'list the repositories',
    });
  }
  for (const [index, repo] of (repos ?? []).entries()) {
    const at = [...path, index];
    if (repo === '!*')
      report('bad-format', at, 'Argo CD rejects !*, which denies every repository', { fix: 'remove it' });
    else if (repos?.indexOf(repo) !== index)
      report('ignored-field', at, `${repo} is already in the list`, { fix: 'remove it' });
    else if (repo === '*') {
      report('risky-value', at, '* allows any repository', { fix: 'replace it with the repositories' });
    } else if (!/^!?(?:[a-z][a-z0-9+.-]*:\/\/|[\w.-]+@[\w.-]+:|\*)/.test(repo)) {
      const message = `${repo} has no scheme, so it does not match repositories with https URLs`;
      const fix = `use ${repo.replace(/^!?/, '$&https://')}, unless Applications use a Helm registry without a scheme`;
      report('risky-value', at, message, { fix });
    }
  }
}

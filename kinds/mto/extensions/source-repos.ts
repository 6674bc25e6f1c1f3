import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';

/** Rules of Argo CD's API server, and patterns that match more or less than expected [sources: argocd-21, mto-18]. */
export function checkRepos(repos: readonly string[] | undefined, base: Path, report: Report): void {
  const path = [...base, 'sourceRepos'];
  if (repos === undefined || repos.length === 0) {
    report('risky-value', path, 'without sourceRepos the project takes applications from nowhere');
  }
  for (const [index, repo] of (repos ?? []).entries()) {
    const at = [...path, index];
    if (repo === '!*') report('bad-format', at, 'Argo CD refuses !*, which denies every repository');
    else if (repos?.indexOf(repo) !== index) report('ignored-field', at, `${repo} is in the list already`);
    else if (repo === '*') {
      report('risky-value', at, '* lets applications come from any repository', { fix: 'name the repositories' });
    } else if (!/^!?(?:[a-z][a-z0-9+.-]*:\/\/|[\w.-]+@[\w.-]+:|\*)/.test(repo)) {
      const message = `${repo} has no scheme, so it matches no repository that is reached by https`;
      report('risky-value', at, message, { fix: `write https://${repo.replace(/^!/, '')}` });
    }
  }
}

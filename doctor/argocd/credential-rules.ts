import { textAt, textsAt } from '../../data/tree.ts';
import { trimEnd } from '../../data/trim-end.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { type Credentials, isForGit, normalized, prefixOf, readCredentials, shown } from './credentials.ts';
import { memberProjects } from './members.ts';
import { namesOf } from './names-of.ts';
import { isAllowed } from './project-rules.ts';

/**
 * Reports credentials with which members can read repositories that their project does not allow. Argo CD passes the credentials
 * of an Application's repository to Git for any host, also for submodules and remote bases of kustomize [sources: argocd-48].
 */
export function credentialRules(configuration: Configuration): readonly Finding[] {
  const projects = memberProjects(configuration);
  const all = configuration.credentials.filter(isForGit).map(readCredentials);
  return all.flatMap((one) => {
    const users = projects.filter(
      (project) => near(project, configuration.credentials).includes(one.secret) && isExposed(one, project, all),
    );
    return users.length === 0 ? [] : [one.isTemplate ? wideTemplate(one, users) : sharedRepository(one, users)];
  });
}

function isExposed(one: Credentials, project: ConfigObject, all: readonly Credentials[]): boolean {
  const name = textAt(project.body, 'metadata', 'name');
  const sources = textsAt(project.body, 'spec', 'sourceRepos');
  const allowed = sources.filter((pattern) => !pattern.startsWith('!')).map(normalized);
  const isOwn = ({ url, project: owner, hasSecrets }: Credentials) => url === one.url && owner === name && hasSecrets;
  return one.isTemplate
    ? allowed.some((pattern) => isWide(one, pattern, allowed) && !isReplaced(one, pattern, name, all))
    : one.project === '' && isAllowed(sources.map(normalized), one.url) && !all.some(isOwn);
}

/** Whether a template opens more repositories than the pattern, and than the other patterns, allow. */
function isWide({ url }: Credentials, pattern: string, allowed: readonly string[]): boolean {
  const prefix = prefixOf(pattern);
  if (url === '' || prefix === '') return url !== '';
  const own = trimEnd(url, /\//);
  const isAll = allowed.some((one) => one.endsWith('*') && `${own}/`.startsWith(prefixOf(one)));
  return prefix.startsWith(url) && own !== trimEnd(prefix, /\//) && !isAll;
}

/** Argo CD prefers the credentials of a repository to templates, and the template with the longest URL. */
function isReplaced({ url }: Credentials, pattern: string, project: string, all: readonly Credentials[]): boolean {
  const prefix = prefixOf(pattern);
  return all.some((one) =>
    one.isTemplate
      ? one.url.length > url.length && prefix.startsWith(one.url)
      : one.hasSecrets && one.url === pattern && ['', project].includes(one.project),
  );
}

function wideTemplate({ secret, url }: Credentials, users: readonly ConfigObject[]): Finding {
  const message = `members of ${namesOf(users)} can read every repository that these credentials open, because Argo CD uses them for all URLs that start with ${shown(url)}`;
  const fix =
    'for the repositories of each project, create a Secret with credentials that read only these: of type repo-creds for a common URL, or of type repository with the project';
  return error(secret, { path: 'data.url', message, fix });
}

function sharedRepository({ secret }: Credentials, users: readonly ConfigObject[]): Finding {
  const message = `without project, Argo CD uses these credentials for members of ${namesOf(users)}, who can read every repository that the credentials open`;
  const fix =
    'set project, and use credentials that read only repositories of this project; if the repository is public, delete the Secret';
  return warning(secret, { path: 'data.project', message, fix });
}

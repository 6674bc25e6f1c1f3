import { textAt, textsAt } from '../../data/tree.ts';
import { trimEnd } from '../../data/trim-end.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { type Credentials, isForGit, normalized, prefixOf, readCredentials, shown } from './credentials.ts';
import { memberProjects, readerProjects } from './members.ts';
import { namesOf } from './names-of.ts';
import { isAllowed } from './project-rules.ts';

/** What members can choose as the repository of an Application. */
interface Sources {
  readonly project: ConfigObject;
  readonly name: string;
  /** The normalized entries of `sourceRepos`, also those that deny. */
  readonly entries: readonly string[];
  /** The entries that allow. */
  readonly patterns: readonly Pattern[];
  readonly secrets: ReadonlySet<ConfigObject>;
}

interface Pattern {
  readonly text: string;
  /** All URLs that the pattern matches start with this text. */
  readonly prefix: string;
}

/**
 * Reports credentials with which members can read repositories that their project does not allow. Argo CD passes the credentials
 * of an Application's repository to Git for any host, also for submodules and remote bases of kustomize [sources: argocd-48].
 */
export function credentialRules(configuration: Configuration): readonly Finding[] {
  const all = configuration.credentials.filter(isForGit).map(readCredentials);
  const members = exposingProjects(configuration).map((project) => sourcesOf(project, configuration));
  return all.flatMap((one) => {
    const users = members.filter((own) => own.secrets.has(one.secret) && isExposed(one, own, all));
    const projects = users.map(({ project }) => project);
    return projects.length === 0
      ? []
      : [one.isTemplate ? wideTemplate(one, projects) : sharedRepository(one, projects)];
  });
}

/**
 * Members who can only get an Application let Argo CD compare it with their own files, which can contain a remote base
 * [sources: argocd-51].
 */
function exposingProjects(configuration: Configuration): readonly ConfigObject[] {
  const hasKustomize = (project: ConfigObject) =>
    near(project, configuration.settings).every(({ body }) => textAt(body, 'data', 'kustomize.enable') !== 'false');
  return [...new Set([...memberProjects(configuration), ...readerProjects(configuration).filter(hasKustomize)])];
}

function sourcesOf(project: ConfigObject, { credentials }: Configuration): Sources {
  const entries = textsAt(project.body, 'spec', 'sourceRepos').map(normalized);
  const allowing = entries.filter((one) => !one.startsWith('!'));
  return {
    project,
    name: textAt(project.body, 'metadata', 'name'),
    entries,
    patterns: allowing.map((text) => ({ text, prefix: prefixOf(text) })),
    secrets: new Set(near(project, credentials)),
  };
}

function isExposed(one: Credentials, own: Sources, all: readonly Credentials[]): boolean {
  if (one.isTemplate)
    return own.patterns.some(
      (pattern) => isWide(one, pattern, own.patterns) && !isReplaced(one, pattern, own.name, all),
    );
  const isOwn = ({ url, project, hasSecrets }: Credentials) => url === one.url && project === own.name && hasSecrets;
  const isPossible = one.project === '' && own.patterns.some(({ prefix }) => one.url.startsWith(prefix));
  return isPossible && isAllowed(own.entries, one.url) && !all.some(isOwn);
}

/** Whether a template that applies to a URL of the pattern also opens repositories that no pattern allows. */
function isWide({ url }: Credentials, { prefix }: Pattern, patterns: readonly Pattern[]): boolean {
  if (url === '' || prefix === '') return url !== '';
  const own = trimEnd(url, /\//);
  if (!prefix.startsWith(url) || own === trimEnd(prefix, /\//)) return false;
  return !patterns.some((one) => one.text.endsWith('*') && `${own}/`.startsWith(one.prefix));
}

/** Argo CD prefers the credentials of a repository to templates and, among templates, the one with the longest URL. */
function isReplaced({ url }: Credentials, pattern: Pattern, project: string, all: readonly Credentials[]): boolean {
  return all.some((one) =>
    one.isTemplate
      ? one.url.length > url.length && pattern.prefix.startsWith(one.url)
      : one.hasSecrets && one.url === pattern.text && ['', project].includes(one.project),
  );
}

function wideTemplate({ secret, url }: Credentials, users: readonly ConfigObject[]): Finding {
  const message = `members of ${namesOf(users)} can read every repository that these credentials open, because Argo CD uses them for all URLs that start with ${shown(url)}`;
  const fix = `${users.some(allowsEveryUrl) ? 'list the repositories of each project in sourceRepos; ' : ''}for the repositories of each project, create a Secret with credentials that read only these: of type repo-creds for a common URL, or of type repository with the project`;
  return error(secret, { path: 'data.url', message, fix });
}

function allowsEveryUrl({ body }: ConfigObject): boolean {
  return textsAt(body, 'spec', 'sourceRepos').some((one) => prefixOf(one) === '');
}

function sharedRepository({ secret }: Credentials, users: readonly ConfigObject[]): Finding {
  const message = `without project, Argo CD uses these credentials for members of ${namesOf(users)}, who can read every repository that the credentials open`;
  const fix =
    'set project, and use credentials that read only repositories of this project; if the repository is public, delete the Secret';
  return warning(secret, { path: 'data.project', message, fix });
}

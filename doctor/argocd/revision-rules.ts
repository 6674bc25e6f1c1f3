import { textAt, valueAt } from '../../data/tree.ts';
import { error, type Finding } from '../finding.ts';
import {
  type ApplicationObject,
  type ApplicationSource,
  pluginSources,
  renderedSources,
  sourcesOf,
} from './application.ts';
import type { Configuration } from './configuration.ts';
import { gitGenerators } from './git-generators.ts';
import { overridesIn } from './override-rules.ts';
import { elementsOf, fill } from './scope.ts';

/**
 * Reports revisions that Argo CD can resolve to a tag. Only the full name of a branch and a commit are unambiguous: a tag can also
 * have the name HEAD [sources: argocd-27, argocd-54].
 */
export function revisionRules({ applications }: Configuration): readonly Finding[] {
  return applications.flatMap((application) => {
    const own = [...pluginSources(application), ...renderedSources(application)].filter(isInGit);
    const revisions = [...own, ...overriddenSources(application)].map(
      ({ path, source }) => [`${path}.targetRevision`, textAt(source, 'targetRevision')] as const,
    );
    return [...revisions, ...generatorRevisions(application)].flatMap(([path, revision]) =>
      tagRules(application, path, revision),
    );
  });
}

function isInGit({ source }: ApplicationSource): boolean {
  return valueAt(source, 'chart') === undefined && !textAt(source, 'repoURL').startsWith('oci://');
}

/** The sources in a patch or in the template of a generator that set a revision. */
function overriddenSources(application: ApplicationObject): readonly ApplicationSource[] {
  if (!application.isTemplate) return [];
  return overridesIn(application)
    .flatMap(({ path, body }) => sourcesOf(valueAt(body, 'spec'), `${path}.spec`))
    .filter((one) => isInGit(one) && textAt(one.source, 'targetRevision') !== '');
}

function generatorRevisions({ body, isTemplate }: ApplicationObject): readonly (readonly [string, string])[] {
  if (!isTemplate) return [];
  return gitGenerators(valueAt(body, 'spec'), 'spec').map(
    ({ path, git }) => [`${path}.revision`, textAt(git, 'revision')] as const,
  );
}

/** Accepts the full name of a branch, a commit, and a name that is unknown because it starts with a value of a generator. */
const unambiguous = /^refs\/heads\/|^[0-9a-fA-F]{40}$|^\{\{/;

function tagRules(application: ApplicationObject, path: string, revision: string): readonly Finding[] {
  const names = new Set(elementsOf(application).map((element) => String(fill(revision, element)) || 'HEAD'));
  const [name] = [...names].filter((one) => !unambiguous.test(one));
  if (name === undefined) return [];
  const message = `${name} is not the full name of a branch, so whoever can push a matching tag decides what Argo CD applies`;
  return [error(application, { path, message, fix: 'write refs/heads/<branch> or a commit' })];
}

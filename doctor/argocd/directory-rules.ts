import { posix } from 'node:path';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { type Finding, warning } from '../finding.ts';
import { type ApplicationObject, renderedSources, repositoryOf } from './application.ts';
import type { Configuration } from './configuration.ts';
import { type GitGenerator, gitGenerators, includedDirectories } from './git-generators.ts';
import { matches } from './glob.ts';

/** Rules for ApplicationSets that create an Application for each directory of a render. */
export function directoryRules({ applications }: Configuration): readonly Finding[] {
  const sources = applications.flatMap(renderedSources);
  const applied = new Set(sources.map(({ source }) => posix.normalize(textAt(source, 'path'))));
  const sets = applications.filter(({ usage, isTemplate }) => usage === 'rendered' && isTemplate);
  return sets.flatMap((set) => {
    const generators = gitGenerators(valueAt(set.body, 'spec'), 'spec').filter(
      ({ git }) => listAt(git, 'directories').length > 0,
    );
    return [
      ...placeRules(set, generators),
      ...generators.flatMap((generator) => excludedDirectories(set, generator, applied)),
    ];
  });
}

/** Reports generators that read another repository or revision than the source that they name directories of. */
function placeRules(set: ApplicationObject, generators: readonly GitGenerator[]): readonly Finding[] {
  const places = renderedSources(set).map(({ source }) => placeOf(source, 'targetRevision'));
  const other = generators.map(({ git }) => placeOf(git, 'revision'));
  const [first] = generators;
  if (!first || [...places, ...other].some((place) => place.includes('{{'))) return [];
  if (other.some((place) => places.includes(place))) return [];
  const message = `Argo CD creates and deletes Applications by the directories of ${other[0]}, but applies ${places.join(' and ')}`;
  const fix = 'use the same repository and revision in the generator and in the source';
  return [warning(set, { path: first.path, message, fix })];
}

function placeOf(holder: unknown, field: 'targetRevision' | 'revision'): string {
  const revision = (textAt(holder, field) || 'HEAD').replace(/^refs\/heads\//, '');
  return `${revision} of ${repositoryOf(textAt(holder, 'repoURL'))}`;
}

/** Reports excluded directories without an Application of their own. A render contains no directory whose name starts with a dot. */
function excludedDirectories(
  set: ApplicationObject,
  { path, git }: GitGenerator,
  applied: ReadonlySet<string>,
): readonly Finding[] {
  const included = includedDirectories(git);
  return listAt(git, 'directories').flatMap((entry, index) => {
    const glob = textAt(entry, 'path');
    const isRendered = !posix.basename(glob).startsWith('.') && included.some((one) => contains(one, glob));
    if (valueAt(entry, 'exclude') !== true || !isRendered || applied.has(posix.normalize(glob))) return [];
    const message = `Argo CD does not apply directories that match ${glob}, and deletes what it applied from them before`;
    const fix = 'remove this entry, or add an Application of the directory';
    return [warning(set, { path: `${path}.directories[${index}]`, message, fix })];
  });
}

/** Whether a glob matches a directory or glob at the same depth. */
function contains(glob: string, directory: string): boolean {
  return glob.split('/').length === directory.split('/').length && matches(glob, directory, '/');
}

import { posix } from 'node:path';
import { listAt, mappingAt, textAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type ApplicationObject, rendersOneTenant } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { type GitGenerator, gitGenerators, includedDirectories } from './git-generators.ts';
import { overrideRules } from './override-rules.ts';
import { isWholeRender } from './rendered-rules.ts';
import { appliesSeveralTenants } from './sync-rules.ts';

/** Rules for ApplicationSets whose Applications use leasehold [sources: argocd-15]. */
export function applicationSetRules({ applications, params }: Configuration): readonly Finding[] {
  const templates = applications.filter(({ isTemplate }) => isTemplate);
  return templates.flatMap((template) => {
    const key = 'applicationsetcontroller.enable.new.git.file.globbing';
    const settings = near(template, params);
    const exact = settings.some(({ body }) => String(valueAt(body, 'data', key)) === 'true');
    const set = `set ${key}: "true" in argocd-cmd-params-cm${settings.length === 0 ? ', and add it to the input' : ''}`;
    return [
      ...generatorRules(template, exact ? undefined : set),
      ...missingValues(template),
      ...overrideRules(template),
      ...deletionRules(template),
    ];
  });
}

/** `fix` is how to set exact globs; undefined if they are set. */
function generatorRules(set: ApplicationObject, fix: string | undefined): readonly Finding[] {
  const withFiles = gitGenerators(valueAt(set.body, 'spec'), 'spec').filter(
    ({ git }) => listAt(git, 'files').length > 0,
  );
  return withFiles.flatMap(({ git, path }) => [
    ...(fix === undefined ? [] : greedyGlobs(set, { git, path: `${path}.files`, fix })),
    ...directoryNames(set, git),
  ]);
}

function globsOf(git: unknown): readonly string[] {
  return listAt(git, 'files').flatMap((file) => (valueAt(file, 'exclude') === true ? [] : [textAt(file, 'path')]));
}

const singleStar = /(?<!\*)\*(?!\*)/;

function greedyGlobs(
  set: ConfigObject,
  { git, path, fix }: GitGenerator & { readonly fix: string },
): readonly Finding[] {
  const files = listAt(git, 'files');
  const excluded = files.filter((file) => valueAt(file, 'exclude') === true).map((file) => textAt(file, 'path'));
  const below = (glob: string) => glob.replace(singleStar, '*/*');
  const isExcluded = (glob: string) =>
    excluded.some((one) => one === below(glob) || one.startsWith(glob.replace(/\*.*/, '*/')));
  return globsOf(git)
    .filter((glob) => singleStar.test(glob) && !isExcluded(glob))
    .map((glob) =>
      warning(set, {
        path,
        message: `${glob} also matches files in subdirectories, such as ${glob.replace(singleStar, 'archive/old')}`,
        fix: `${fix}, or exclude ${below(glob)}`,
      }),
    );
}

/** Reports path.basename if a glob has no wildcard in its directory: the name is then the same for all of its files. */
function directoryNames(set: ConfigObject, git: unknown): readonly Finding[] {
  const template = JSON.stringify(valueAt(set.body, 'spec', 'template') ?? {});
  const isOneDirectory = globsOf(git).some((glob) => !/[*?[{]/.test(glob.slice(0, glob.lastIndexOf('/') + 1)));
  if (!isOneDirectory || !/path\.basename\b/.test(template)) return [];
  const fix = 'write {{ trimSuffix ".yaml" .path.filename }} instead, with goTemplate: true';
  const message = 'path.basename is the name of the directory, which is the same for every file';
  return [error(set, { path: 'spec.template', message, fix })];
}

/** Reports a set in which missing values do not cause an error. A template without values is not affected. */
function missingValues(set: ConfigObject): readonly Finding[] {
  const options = listAt(set.body, 'spec', 'goTemplateOptions').map(String);
  const isGoTemplate = valueAt(set.body, 'spec', 'goTemplate') === true;
  const isStrict = isGoTemplate && options.includes('missingkey=error');
  const hasValues = JSON.stringify(valueAt(set.body, 'spec', 'template') ?? {}).includes('{{');
  if (isStrict || !hasValues) return [];
  const message =
    'without missingkey=error, a missing value is rendered as text, so an Application with a wrong name replaces the correct one';
  const syntax = isGoTemplate ? '' : ', and write values with a dot, as in {{ .name }}';
  const fix = `set goTemplate: true and goTemplateOptions: [missingkey=error]${syntax}`;
  return [warning(set, { path: 'spec.goTemplateOptions', message, fix })];
}

/**
 * The Applications of an ApplicationSet get a finalizer even if the template has none [sources: argocd-14]. With the
 * policies create-only and create-update, a change of the generators deletes no Application.
 */
function deletionRules(template: ApplicationObject): readonly Finding[] {
  const policy = mappingAt(template.body, 'spec', 'syncPolicy');
  const keeps = policy['preserveResourcesOnDeletion'] === true || /^create-/.test(textAt(policy, 'applicationsSync'));
  if (rendersOneTenant(template) || appliesDirectories(template) || keeps) return [];
  const message = 'if a mistake in the generators removes an Application, its tenants are deleted';
  return [warning(template, { path: 'spec.syncPolicy', message, fix: 'set preserveResourcesOnDeletion: true' })];
}

/** True if each Application applies one directory of a render, which contains one tenant. */
function appliesDirectories(template: ApplicationObject): boolean {
  const generators = gitGenerators(valueAt(template.body, 'spec'), 'spec');
  const globs = generators.flatMap(({ git }) => includedDirectories(git));
  const inRender = globs.length > 0 && globs.every((glob) => isWholeRender(posix.dirname(glob)));
  return inRender && !appliesSeveralTenants(template);
}

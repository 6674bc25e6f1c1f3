import { listAt, mappingAt, textAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import {
  type ApplicationObject,
  type ConfigObject,
  type Configuration,
  rendersOneTenant,
  usesPlugin,
} from './configuration.ts';

/** Rules for ApplicationSets whose Applications use the plugin [sources: argocd-15]. */
export function applicationSetRules({ applicationSets, applications, params }: Configuration): readonly Finding[] {
  const exact = textAt(params?.body, 'data', 'applicationsetcontroller.enable.new.git.file.globbing') === 'true';
  return applicationSets.flatMap((set) => {
    const template = applications.find(({ body }) => body === set.body);
    if (!template || !usesPlugin(template)) return [];
    const withFiles = gitGenerators(valueAt(set.body, 'spec'), 'spec').filter(
      ({ git }) => listAt(git, 'files').length > 0,
    );
    return [
      ...withFiles.flatMap(({ git, path }) => [
        ...(exact ? [] : greedyGlobs(set, git, `${path}.files`)),
        ...directoryNames(set, git),
      ]),
      ...(withFiles.length > 0 ? missingValues(set) : []),
      ...deletionRules(set, template),
    ];
  });
}

interface GitGenerator {
  readonly path: string;
  readonly git: unknown;
}

/** The Git generators, including those nested in matrix and merge generators. */
function gitGenerators(holder: unknown, path: string): readonly GitGenerator[] {
  return listAt(holder, 'generators').flatMap((generator, index) => {
    const place = `${path}.generators[${index}]`;
    const own = valueAt(generator, 'git');
    const inner = ['matrix', 'merge'].flatMap((name) => gitGenerators(valueAt(generator, name), `${place}.${name}`));
    return own === undefined ? inner : [{ path: `${place}.git`, git: own }, ...inner];
  });
}

function globsOf(git: unknown): readonly string[] {
  return listAt(git, 'files').flatMap((file) => (valueAt(file, 'exclude') === true ? [] : [textAt(file, 'path')]));
}

function greedyGlobs(set: ConfigObject, git: unknown, path: string): readonly Finding[] {
  const files = listAt(git, 'files');
  const excluded = files.filter((file) => valueAt(file, 'exclude') === true).map((file) => textAt(file, 'path'));
  return globsOf(git)
    .filter(
      (glob) => /(?<!\*)\*(?!\*)/.test(glob) && !excluded.some((one) => one.startsWith(glob.replace(/\*.*/, '*/'))),
    )
    .map((glob) =>
      warning(set, {
        path,
        message: `${glob} also matches files in directories below, such as ${glob.replace('*', 'archive/old')}`,
        fix: `set applicationsetcontroller.enable.new.git.file.globbing, or exclude ${glob.replace('*', '*/*')}`,
      }),
    );
}

/** Reports path.basename if all files are in one directory. With several directories it may be intended. */
function directoryNames(set: ConfigObject, git: unknown): readonly Finding[] {
  const template = JSON.stringify(valueAt(set.body, 'spec', 'template') ?? {});
  const isOneDirectory = globsOf(git).some((glob) => !/[*?[{]/.test(glob.slice(0, glob.lastIndexOf('/') + 1)));
  if (!isOneDirectory || !/path\.basename\b/.test(template)) return [];
  const message = 'path.basename is the name of the directory, the same for every file';
  return [error(set, { path: 'spec.template', message, fix: 'write {{ trimSuffix ".yaml" .path.filename }}' })];
}

function missingValues(set: ConfigObject): readonly Finding[] {
  const options = listAt(set.body, 'spec', 'goTemplateOptions').map(String);
  if (valueAt(set.body, 'spec', 'goTemplate') === true && options.includes('missingkey=error')) return [];
  const message =
    'a value that is missing becomes text, and an Application of a wrong name takes the place of the right one';
  const fix = 'set goTemplate: true and goTemplateOptions: [missingkey=error]';
  return [warning(set, { path: 'spec.goTemplateOptions', message, fix })];
}

/** The Applications of an ApplicationSet get a finalizer even if the template has none [sources: argocd-14]. */
function deletionRules(set: ConfigObject, template: ApplicationObject): readonly Finding[] {
  const policy = mappingAt(set.body, 'spec', 'syncPolicy');
  if (rendersOneTenant(template) || policy['preserveResourcesOnDeletion'] === true) return [];
  const message = 'an Application that it makes no longer, by a mistake in its generators, takes its tenants along';
  return [warning(set, { path: 'spec.syncPolicy', message, fix: 'set preserveResourcesOnDeletion: true' })];
}

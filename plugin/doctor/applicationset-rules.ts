import type { Configuration, Entry } from './configuration.ts';
import { error, type Finding, warning } from './finding.ts';
import { at, list, text } from './tree.ts';

/** ApplicationSets that make Applications from files in Git [argocd 2.5]. */
export function applicationSetRules({ applicationSets, params }: Configuration): readonly Finding[] {
  const exact = text(params?.body, 'data', 'applicationsetcontroller.enable.new.git.file.globbing') === 'true';
  return applicationSets.flatMap((set) => {
    const generators = list(set.body, 'spec', 'generators').map((generator) => at(generator, 'git'));
    const withFiles = generators.filter((git) => list(git, 'files').length > 0);
    return withFiles.flatMap((git, index) => [
      ...(exact ? [] : greedyGlobs(set, git, `spec.generators[${index}].git.files`)),
      ...templateRules(set),
    ]);
  });
}

function greedyGlobs(set: Entry, git: unknown, path: string): readonly Finding[] {
  const files = list(git, 'files');
  const globs = files.filter((file) => at(file, 'exclude') !== true).map((file) => text(file, 'path') ?? '');
  const excluded = files.filter((file) => at(file, 'exclude') === true).map((file) => text(file, 'path') ?? '');
  return globs
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

function templateRules(set: Entry): readonly Finding[] {
  const template = JSON.stringify(at(set.body, 'spec', 'template') ?? {});
  const options = list(set.body, 'spec', 'goTemplateOptions').map(String);
  return [
    ...(/path\.basename\b/.test(template)
      ? [
          error(set, {
            path: 'spec.template',
            message: 'path.basename is the name of the directory, the same for every file',
            fix: `write {{ trimSuffix ".yaml" .path.filename }}`,
          }),
        ]
      : []),
    ...(at(set.body, 'spec', 'goTemplate') === true && options.includes('missingkey=error')
      ? []
      : [
          warning(set, {
            path: 'spec.goTemplateOptions',
            message:
              'a value that is missing becomes text, and an Application of a wrong name takes the place of the right one',
            fix: 'set goTemplate: true and goTemplateOptions: [missingkey=error]',
          }),
        ]),
  ];
}

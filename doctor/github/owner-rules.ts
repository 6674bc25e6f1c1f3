import { posix } from 'node:path';
import { count } from '../../shell/text.ts';
import { error, type Finding, type Subject, warning } from '../finding.ts';
import { type CodeOwners, largestCodeOwners, ownersOf, ruleFor } from './codeowners.ts';
import { newFile, newFiles, newFilesDirectlyIn } from './directories.ts';
import { type Area, foreignOwners, sharedOwners } from './foreign-owner-rules.ts';
import {
  approvalFolders,
  codeOwnersPlaces,
  type Repository,
  renderedFolders,
  workflowDirectory,
} from './repository.ts';

/** Rules for CODEOWNERS, which determines who must approve a change [sources: github-1]. */
export function ownerRules(repository: Repository, sourceBranches: readonly string[]): readonly Finding[] {
  const { codeOwners, ignored, directories } = repository;
  if (!codeOwners) return [missing];
  const subject = { file: codeOwners.file, name: 'CODEOWNERS' };
  const trusted = trustedPaths(codeOwners.file, repository, sourceBranches);
  return [
    ...ignored.map((file) => ignoredFile({ file, name: 'CODEOWNERS' }, codeOwners.file)),
    ...(codeOwners.size > largestCodeOwners ? [tooLarge(subject)] : []),
    ...skippedLines(subject, codeOwners.rules),
    ...[...trusted, ...tenantPaths(repository)].flatMap((one) => unowned(subject, codeOwners.rules, one)),
    ...foreignOwners(subject, trusted, repository, codeOwners.rules),
    ...(directories ? sharedOwners(subject, directories, codeOwners.rules) : []),
  ];
}

const missing: Finding = error(
  { file: codeOwnersPlaces[0], name: 'CODEOWNERS' },
  {
    path: codeOwnersPlaces.join(', '),
    message: 'the repository has no CODEOWNERS file, so changes do not need a review by the responsible team',
    fix: 'add .github/CODEOWNERS with an owner for every path',
  },
);

function ignoredFile(subject: Subject, used: string): Finding {
  const message = `GitHub ignores this file, because it reads ${used}`;
  return warning(subject, { path: subject.file, message, fix: 'keep one CODEOWNERS file' });
}

function tooLarge(subject: Subject): Finding {
  const message = 'GitHub ignores a CODEOWNERS file larger than 3 MiB, so no path has an owner';
  return error(subject, { path: subject.file, message, fix: 'replace lines for single paths with patterns' });
}

function skippedLines(subject: Subject, { skipped }: CodeOwners): readonly Finding[] {
  return skipped.map(({ line, text, why }) =>
    error(subject, { line, path: text, message: `GitHub skips this line: ${why}`, fix: 'correct or delete the line' }),
  );
}

function trustedPaths(
  codeOwners: string,
  { workflows, directories }: Repository,
  sourceBranches: readonly string[],
): readonly Area[] {
  const actions = workflows.flatMap(({ jobs }) =>
    jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => localAction(uses))),
  );
  return [
    { what: 'CODEOWNERS itself', files: preferredTo(codeOwners) },
    {
      what: 'the workflows',
      files: [...workflows.map(({ file }) => file), newFile(workflowDirectory), `${workflowDirectory}/new-file.yml`],
    },
    {
      what: 'the approvals and prices of the Action',
      files: [...approvalFolders(workflows), '.leasehold'].flatMap(newFilesDirectlyIn),
    },
    ...renderedFolders(workflows, sourceBranches).map((folder) => ({
      what: `the manifests in ${folder}, which Argo CD applies`,
      files: ['', ...(directories?.tenants ?? []).map(({ tenant }) => tenant)].flatMap((tenant) =>
        newFiles(posix.join(folder, tenant)),
      ),
    })),
    ...(actions.length === 0 ? [] : [{ what: 'an action that a workflow runs', files: actions }]),
    ...(directories
      ? [
          { what: "the Platform's directory", files: [...directories.trusted, ...directories.newTrusted] },
          { what: 'the directory of a new tenant', files: directories.newTenants },
        ]
      : []),
  ];
}

/** The file, and those that GitHub reads instead of it if they exist. */
function preferredTo(codeOwners: string): readonly string[] {
  const places: readonly string[] = codeOwnersPlaces;
  return [codeOwners, ...places.slice(0, places.indexOf(codeOwners))];
}

function localAction(uses: string): readonly string[] {
  if (!uses.startsWith('./')) return [];
  return /\.ya?ml$/.test(uses) ? [uses.slice(2)] : [`${uses.slice(2)}/action.yml`.replace(/^\//, '')];
}

/** An area for each tenant directory, and one for all other input files. */
function tenantPaths({ directories, sources }: Repository): readonly Area[] {
  if (!directories) return [{ what: 'the files of tenants', files: sources }];
  const areas = directories.tenants.map(({ tenant, directory }) => {
    const own = sources.filter((file) => file.startsWith(`${directory}/`));
    return { what: `the directory of tenant ${tenant}`, files: [...own, ...newFiles(directory)] };
  });
  const known = new Set([...directories.trusted, ...areas.flatMap(({ files }) => files)]);
  return [...areas, { what: 'other input files', files: sources.filter((file) => !known.has(file)) }];
}

/** A single finding for each area, even if several files have no owner. */
function unowned(subject: Subject, rules: CodeOwners, { what, files }: Area): readonly Finding[] {
  const open = files.filter((file) => ownersOf(rules, file).length === 0);
  const [first] = open;
  if (first === undefined) return [];
  const rule = ruleFor(rules, first);
  const why = rule
    ? `the last pattern that matches ${first}, ${rule.pattern}, has no owner`
    : `no pattern matches ${first}`;
  const others = count(open.length - 1, 'more path');
  const more = open.length === 1 ? '' : `; ${others} ${open.length === 2 ? 'has' : 'have'} no owner`;
  const message = `nobody owns ${what}: ${why}${more}`;
  const line = rule ? { line: rule.line } : {};
  return [
    error(subject, {
      ...line,
      path: first,
      message,
      fix: `add ${open.length === 1 ? 'a line for this path' : 'lines for these files or their directories'} with an owner, after all other lines`,
    }),
  ];
}

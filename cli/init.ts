import { initFiles } from '../build/init-files.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageError } from './usage.ts';

/** Writes the files of a new repository, or none if one of them already exists. */
export function init(args: Arguments, ports: Ports): ExitCode {
  const [directory = '.'] = args.words;
  const owner = args.text('owner') ?? placeholders.owner;
  const repository = args.text('repository') ?? originIn(directory, ports) ?? placeholders.repository;
  const wrong = wrongOwner(owner) ?? wrongRepository(repository);
  if (wrong !== undefined) return usageError(ports, wrong, 'leasehold init --help');
  const files = Object.entries(initFiles).map(([path, text]) => ({
    path: directory === '.' ? path : `${directory.replace(/\/+$/, '')}/${path}`,
    text: text.replaceAll('{owner}', owner).replaceAll('{repository}', repository),
  }));
  const taken = files.filter(({ path }) => ports.files.kindOf(path) !== 'nothing');
  if (taken.length > 0) {
    ports.stderr(
      `leasehold: nothing is written, because these files already exist: ${taken.map(({ path }) => path).join(', ')}\n`,
    );
    return exitCodes.faults;
  }
  for (const { path, text } of files) ports.files.create(path, text);
  ports.stdout(
    `${files.map(({ path }) => `${path}\n`).join('')}\n${nextSteps({ owner, repository, directory, hasGit: isInGit(directory, ports.files) })}`,
  );
  return exitCodes.success;
}

/** Defaults, which the user must replace: the next steps name them. */
const placeholders = {
  owner: '@your-organization/platform',
  repository: 'https://git.example.com/platform/tenants.git',
} as const;

function originIn(directory: string, { originOf, files }: Ports): string | undefined {
  return files.kindOf(directory) === 'directory' ? originOf(directory) : undefined;
}

/** CODEOWNERS accepts users, teams and email addresses. */
function wrongOwner(owner: string): string | undefined {
  const isOwner = /^@[\w.-]+(?:\/[\w.-]+)?$|^[^\s@]+@[^\s@]+$/.test(owner);
  return isOwner ? undefined : `--owner is ${owner}; it must be @organization/team, @user or an email address`;
}

/** The URL becomes part of a YAML file. */
function wrongRepository(url: string): string | undefined {
  const isUrl = /^[A-Za-z0-9+.-]+:\/\/[\w.@:/~%+-]+$|^[\w.-]+@[\w.-]+:[\w./~-]+$/.test(url);
  return isUrl ? undefined : `--repository is ${url}; it must have the form https://HOST/PATH.git or git@HOST:PATH.git`;
}

/** Whether the directory or one above the working directory is a repository. */
function isInGit(directory: string, { kindOf }: Ports['files']): boolean {
  const above = Array.from({ length: 32 }, (_, depth) => '../'.repeat(depth));
  return [`${directory}/`, ...above].some((folder) => kindOf(`${folder}.git`) !== 'nothing');
}

interface NewRepository {
  readonly directory: string;
  readonly owner: string;
  readonly repository: string;
  readonly hasGit: boolean;
}

function nextSteps({ directory, owner, repository, hasGit }: NewRepository): string {
  const edits = [
    ...(owner === placeholders.owner ? [`Replace ${owner} in .github/CODEOWNERS.`] : []),
    ...(repository === placeholders.repository ? [`Replace ${repository} in argocd/.`] : []),
  ];
  const first = [...(directory === '.' ? [] : [`cd ${directory}`]), ...(hasGit ? [] : ['git init -b main'])].join(
    ' && ',
  );
  const steps = [
    ...edits,
    ...(first === '' ? [] : [`Run ${first}.`]),
    'Run leasehold check, then leasehold render | less.',
    'Until leasehold has a release, replace leasehold/leasehold@v1 in both files of .github/workflows/ by a commit.',
    'Commit and push. The workflow Render tenants creates the branch rendered.',
    'Run kubectl apply -n argocd -f argocd/, so that Argo CD applies that branch. For a private repository, add its credentials to Argo CD first.',
    'Run leasehold doctor github to check the protection of the branch.',
  ];
  return `Next:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`;
}

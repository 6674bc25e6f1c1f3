import { initFiles } from '../build/init-files.ts';
import { listed } from '../data/listed.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import { shellWord } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import { isInGit } from './platform-note.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { usageError } from './usage.ts';

/**
 * Writes the files of a new repository. In a repository with tenants, omits the files in platform/ and tenants/. Keeps an
 * existing CODEOWNERS or .gitignore. Writes nothing if another of its files already exists.
 */
export function init(args: Arguments, ports: Ports): ExitCode {
  const [directory = '.'] = args.words;
  if (ports.files.kindOf(directory) === 'file')
    return usageError(ports, `${directory} is a file; pass a directory`, 'leasehold init --help');
  const owner = args.text('owner') ?? placeholders.owner;
  const repository = args.text('repository') ?? originIn(directory, ports) ?? placeholders.repository;
  const wrong = wrongOwner(owner) ?? wrongRepository(repository);
  if (wrong !== undefined) return usageError(ports, wrong, 'leasehold init --help');
  const inside = (path: string) => (directory === '.' ? path : `${directory.replace(/\/+$/, '')}/${path}`);
  const present = presentIn(inside, ports.files);
  const files = filesBeside(present).map(([path, text]) => ({
    path: inside(path),
    text: text.replaceAll('{owner}', owner).replaceAll('{repository}', repository),
  }));
  const taken = files.filter(({ path }) => ports.files.kindOf(path) !== 'nothing');
  if (taken.length > 0) {
    ports.stderr(
      `leasehold: nothing is written, because ${listed(taken.map(({ path }) => path))} already ${taken.length === 1 ? 'exists' : 'exist'}\n`,
    );
    return exitCodes.problems;
  }
  for (const { path, text } of files) ports.files.create(path, text);
  const steps = nextSteps({ owner, repository, directory, hasGit: isInGit(directory, ports.files), ...present });
  ports.stdout(`${files.map(({ path }) => `${path}\n`).join('')}\n${steps}`);
  return exitCodes.success;
}

/** The existing files of the repository that affect the new ones. */
interface Present {
  /** Whether the directory of tenants has files. They decide the layout. */
  readonly hasTenants: boolean;
  /** The path of CODEOWNERS. */
  readonly codeOwners: string | undefined;
  readonly hasIgnoreFile: boolean;
}

function presentIn(inside: (path: string) => string, { kindOf, readTree }: Ports['files']): Present {
  const tenants = inside(defaultDirectory);
  const hasTenants = kindOf(tenants) === 'directory' && readTree(tenants, () => {}).length > 0;
  const places = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'].map(inside);
  const hasIgnoreFile = kindOf(inside('.gitignore')) === 'file';
  return { hasTenants, codeOwners: places.find((path) => kindOf(path) === 'file'), hasIgnoreFile };
}

/** In a repository with tenants, files in platform/ and tenants/ could change what it renders. */
function filesBeside({ hasTenants, codeOwners, hasIgnoreFile }: Present): readonly (readonly [string, string])[] {
  return Object.entries(initFiles)
    .filter(([path]) => !hasTenants || !/^(?:platform|tenants)\//.test(path))
    .filter(([path]) => codeOwners === undefined || path !== '.github/CODEOWNERS')
    .filter(([path]) => !hasIgnoreFile || path !== '.gitignore')
    .map(([path, text]) => [path, hasTenants ? text.replace(/^\/tenants\/acme\/ .*\n/m, '') : text]);
}

/** Defaults that the user must replace. The next steps list them. */
const placeholders = {
  owner: '@your-organization/platform',
  repository: 'https://git.example.com/platform/tenants.git',
} as const;

function originIn(directory: string, { originOf, files }: Ports): string | undefined {
  return files.kindOf(directory) === 'directory' ? originOf(directory) : undefined;
}

/** The message for a wrong owner. CODEOWNERS accepts users, teams and email addresses. */
function wrongOwner(owner: string): string | undefined {
  const isOwner = /^@[\w.-]+(?:\/[\w.-]+)?$|^[^\s@]+@[^\s@]+$/.test(owner);
  return isOwner ? undefined : `--owner is ${owner}; it must be @organization/team, @user or an email address`;
}

/** The message for a wrong URL. The URL becomes part of a YAML file, so it has no special characters. */
function wrongRepository(url: string): string | undefined {
  const isUrl = /^[A-Za-z0-9+.-]+:\/\/[\w.@:/~%+-]+$|^[\w.-]+@[\w.-]+:[\w./~-]+$/.test(url);
  return isUrl ? undefined : `--repository is ${url}; it must have the form https://HOST/PATH.git or git@HOST:PATH.git`;
}

interface NewRepository extends Present {
  readonly directory: string;
  readonly owner: string;
  readonly repository: string;
  readonly hasGit: boolean;
}

function nextSteps({ directory, owner, repository, hasGit, hasTenants, codeOwners }: NewRepository): string {
  const edits = [
    ...(codeOwners === undefined
      ? []
      : [`Add the team of the platform to ${codeOwners}, with a line such as * ${owner}.`]),
    ...(codeOwners === undefined && owner === placeholders.owner ? [`Replace ${owner} in .github/CODEOWNERS.`] : []),
    ...(repository === placeholders.repository ? [`Replace ${repository} in argocd/.`] : []),
  ];
  const first = [
    ...(directory === '.' ? [] : [`cd ${shellWord(directory)}`]),
    ...(hasGit ? [] : ['git init -b main']),
  ].join(' && ');
  const steps = [
    ...edits,
    ...(first === '' ? [] : [`Run ${first}.`]),
    'Run leasehold check, then leasehold render | less.',
    'Until leasehold has a release, replace v1 in leasehold/leasehold@v1 with a commit, in both files of .github/workflows/.',
    'Commit and push. The workflow Render tenants creates the branch rendered.',
    'Run kubectl apply -n argocd -f argocd/, so that Argo CD applies that branch. For a private repository, add its credentials to Argo CD first.',
    'Run leasehold doctor github to check the protection of the repository.',
  ];
  const kept = hasTenants
    ? `${defaultDirectory} already has files, so nothing is added to platform/ and ${defaultDirectory}/.\n\n`
    : '';
  return `${kept}Next:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`;
}

import { systemNames } from '../../import/index.ts';
import { installableSystems, installTargets } from '../install/install.ts';
import { type CommandHelp, kind, output } from './command.ts';
import { completionShells } from './completion-shells.ts';

/** Commands that prepare a repository or a cluster. */
export const setupCommands = [
  {
    name: 'init',
    summary: 'create a repository of tenants',
    details:
      'Writes a small repository that works: the Platform, a Quota, a Grant, one tenant, CODEOWNERS, two workflows and the objects for Argo CD. A file that exists is never overwritten.',
    arguments: [{ name: 'path', required: false, summary: 'directory of the new repository (default: .)' }],
    options: [
      { name: 'repository', value: 'URL', summary: 'where Argo CD reads the repository (default: the remote origin)' },
      {
        name: 'owner',
        value: 'TEAM',
        summary: 'the team that owns the platform in CODEOWNERS, such as @acme/platform',
      },
    ],
    examples: ['leasehold init', 'leasehold init tenants-repo --owner @acme/platform'],
  },
  {
    name: 'import',
    summary: 'turn a cluster export into files',
    details:
      'Reads what kubectl get -o yaml printed of another system and writes one file for each resource. It reports for every field whether the render has the same effect as the operator, and writes that to import-report.txt. A field that is lost is exit code 1. Secrets are never written. A directory that is not empty is refused unless an import wrote it and nobody edited it since.',
    arguments: [
      { name: 'system', required: true, summary: systemNames.join(', ') },
      { name: 'export', required: false, summary: 'directory or file of the export, or - for standard input' },
    ],
    options: [
      { name: 'out', value: 'DIR', summary: 'directory to write to' },
      output(['text', 'json', 'markdown'], 'how the report is printed', { formerShortOf: 'out' }),
      { name: 'cluster', summary: 'read the cluster with kubectl instead of an export' },
      { name: 'context', value: 'NAME', summary: 'context of kubectl' },
      { name: 'accept-losses', summary: 'exit with 0 although fields are lost' },
    ],
    examples: [
      'leasehold import mto export.yaml --out tenants',
      'leasehold import hnc - --out tenants < export.yaml',
      'leasehold import capsule --cluster --out tenants',
    ],
  },
  {
    name: 'schema',
    summary: 'print the JSON schema of a kind',
    details: 'Prints the schema that validates files of the kind, for editors and other tools.',
    arguments: [kind],
    options: [],
    examples: ['leasehold schema Org > org.schema.json'],
  },
  {
    name: 'new',
    summary: 'begin a file for a new resource',
    details:
      'Writes NAME.yaml with an example of the kind under that name, and prints what is left to do in it. An existing file is never overwritten. With --list it lists the kinds.',
    arguments: [
      { ...kind, required: false },
      { name: 'name', required: false, summary: 'name of the resource' },
    ],
    options: [
      {
        name: 'out',
        value: 'DIR',
        summary: 'directory to write to (default: tenants)',
        setting: 'dir',
        formerly: ['dir'],
      },
      {
        name: 'set',
        value: 'FIELD=VALUE',
        repeats: true,
        summary: 'set a field, such as spec.quota=small; may be given again',
      },
      { name: 'list', summary: 'list the kinds instead' },
      output(['text', 'yaml', 'json'], 'text writes the file; yaml prints it instead; json is for --list', {
        formerSwitch: { name: 'stdout', value: 'yaml' },
      }),
    ],
    examples: [
      'leasehold new --list',
      'leasehold new Org globex',
      'leasehold new kleff-tenant jane --set spec.plan=pro -o yaml',
    ],
  },
  {
    name: 'crds',
    summary: 'print CustomResourceDefinitions',
    details:
      'Prints the definitions of all input kinds, or of one, for clusters in which the resources are kept as well.',
    arguments: [{ ...kind, required: false }],
    options: [output(['yaml', 'json'], 'how the definitions are printed; json is one object a line')],
    examples: ['leasehold crds | kubectl apply --server-side -f -', 'leasehold crds Org'],
  },
  {
    name: 'install',
    summary: 'print what a cluster needs for a system',
    details:
      "Prints a system's CustomResourceDefinitions and the roles of who applies its resources: its own operator or, with --for argocd, Argo CD, which also applies what leasehold renders beside.",
    arguments: [{ name: 'system', required: true, summary: installableSystems.join(', ') }],
    options: [
      { name: 'for', value: 'TARGET', choices: installTargets, summary: 'who applies the resources' },
      output(['yaml', 'json'], 'how the objects are printed; json is one object a line'),
    ],
    examples: ['leasehold install tetrapus --for argocd | kubectl apply --server-side -f -'],
  },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    details:
      'Prints a script that completes commands, options, choices and kinds. Load it in the start file of the shell.',
    arguments: [{ name: 'shell', required: true, summary: completionShells.join(', ') }],
    options: [],
    examples: [
      'leasehold completion bash >> ~/.bashrc',
      'leasehold completion zsh > ~/.zfunc/_leasehold',
      'leasehold completion fish > ~/.config/fish/completions/leasehold.fish',
    ],
  },
  {
    name: 'doctor',
    summary: 'find mistakes in an Argo CD or in the protection of a repository',
    details:
      "doctor argocd reads Applications, projects and the installation from files or from what kubectl get -o yaml prints, and reports what would lose data, keep tenants from being applied, or be slow. It asks no cluster. doctor github reads CODEOWNERS and the workflows of a checkout, and the branch protection from GitHub's API with the token in GH_TOKEN or GITHUB_TOKEN, or from an export. Both list what they could not examine.",
    arguments: [
      { name: 'subject', required: true, summary: 'what to examine: argocd, github' },
      { name: 'path', required: false, summary: 'file or directory of the objects, or the checkout (default: .)' },
    ],
    options: [
      {
        name: 'rendered',
        value: 'NAME',
        repeats: true,
        summary: 'argocd: an Application of a rendered directory, if its name and source do not show that',
      },
      { name: 'repository', value: 'OWNER/NAME', summary: 'github: the repository (default: the remote origin)' },
      {
        name: 'branch',
        value: 'NAME',
        summary: 'github: the branch that tenants merge into (default: the default branch)',
      },
      { name: 'export', value: 'DIR', summary: 'github: directory with answers of the API, in the place of a token' },
      output(['text', 'json'], 'how findings are printed'),
      { name: 'strict', summary: 'let warnings fail; github: also what could not be examined' },
    ],
    examples: [
      'leasehold doctor argocd argocd.yaml',
      'leasehold doctor argocd clusters/production --strict',
      'leasehold doctor github --repository acme/tenants',
      'leasehold doctor github . --export github-export',
    ],
  },
] as const satisfies readonly CommandHelp[];

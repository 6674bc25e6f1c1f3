import { systemNames } from '../../import/index.ts';
import { installableSystems, installTargets } from '../install/install.ts';
import { type CommandHelp, kind, output } from './command.ts';
import { completionShells } from './completion-shells.ts';

/** Commands that prepare a repository or a cluster. */
export const setupCommands = [
  {
    name: 'init',
    summary: 'create a repository of tenants',
    page: 'docs/tenants.md',
    details:
      'Writes a small working repository: the Platform, a Quota, a Grant, one tenant, CODEOWNERS, two workflows, the objects for Argo CD, a configuration file and .gitignore. In a repository that already has tenants, it adds no files to platform/ and tenants/. It keeps an existing CODEOWNERS and .gitignore. If another of its files already exists, it writes nothing.',
    arguments: [{ name: 'path', required: false, summary: 'directory of the new repository (default: .)' }],
    options: [
      { name: 'repository', value: 'URL', summary: 'URL of the repository for Argo CD (default: the remote origin)' },
      {
        name: 'owner',
        value: 'TEAM',
        summary: 'team that owns the platform in CODEOWNERS, such as @acme/platform',
      },
    ],
    examples: ['leasehold init', 'leasehold init tenants-repo --owner @acme/platform'],
  },
  {
    name: 'import',
    summary: 'import tenants from another system',
    page: 'docs/import.md',
    details:
      'Reads resources of another system from the output of kubectl get -o yaml or, with --cluster, from the cluster, and writes a directory of tenants. For every field, import-report.txt shows whether the render has the same effect as the operator. Without --accept-losses, the exit code is 1 if a field is lost, the render grants more access, a resource could not be read, or a file contains a password. The command never writes Secret objects. A password in the spec of a resource stays there, and check reports it. The directory must be new, empty, or written by an earlier import and not changed since.',
    arguments: [
      { name: 'system', required: true, summary: systemNames.join(', ') },
      { name: 'export', required: false, summary: 'directory or file of the export, or - for standard input' },
    ],
    options: [
      { name: 'out', value: 'DIR', summary: 'directory to write to (required)' },
      output(['text', 'json', 'markdown'], 'format of the report', { formerShortOf: 'out' }),
      { name: 'cluster', summary: 'read the cluster with kubectl instead of an export' },
      { name: 'context', value: 'NAME', summary: 'with --cluster: context of the kubeconfig' },
      { name: 'accept-losses', summary: 'do not fail because of the losses in the report' },
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
    page: 'docs/editor.md',
    details: 'Prints the schema that validates files of the kind, for editors and other tools.',
    arguments: [kind],
    options: [],
    examples: ['leasehold schema Org > org.schema.json'],
  },
  {
    name: 'new',
    summary: 'create a file for a new resource',
    page: 'docs/choose-a-kind.md',
    details:
      'Writes NAME.yaml with an example of the kind, and prints its problems. Without --out, and with directoryPerTenant in the Platform, it writes the file to the directory of the tenant or of the Platform. In the directory of a tenant, it omits fields that no Grant allows. It never overwrites existing files.',
    arguments: [
      { ...kind, required: false },
      { name: 'name', required: false, summary: 'name of the resource' },
    ],
    options: [
      {
        name: 'out',
        value: 'DIR',
        summary: 'directory to write to (default: tenants, or as the Platform requires)',
        setting: 'dir',
        formerly: ['dir'],
      },
      {
        name: 'set',
        value: 'FIELD=VALUE',
        repeats: true,
        summary: 'set a field, such as spec.quota=small; can be repeated',
      },
      { name: 'list', summary: 'list the kinds' },
      output(
        ['text', 'yaml', 'json'],
        'text (default) writes the file; yaml prints it instead; with --list, text prints a table, and json prints JSON',
        {
          formerSwitches: [{ name: 'stdout', value: 'yaml' }],
        },
      ),
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
    page: 'docs/install.md',
    details:
      'Prints the CustomResourceDefinitions of all kinds in their current versions, or of a single kind, for clusters that also store the resources. Namespace is built into Kubernetes, so it has no CustomResourceDefinition.',
    arguments: [{ ...kind, required: false }],
    options: [output(['yaml', 'json'], 'output format; json prints one object per line')],
    examples: ['leasehold crds | kubectl apply --server-side -f -', 'leasehold crds Org'],
  },
  {
    name: 'install',
    summary: 'print the CRDs and roles that a system needs in a cluster',
    page: 'docs/install.md',
    details:
      'Prints the CustomResourceDefinitions of a system, and the ClusterRole of its operator. With --for argocd, it also prints a ClusterRole for Argo CD, with permissions for all rendered objects.',
    arguments: [{ name: 'system', required: true, summary: installableSystems.join(', ') }],
    options: [
      {
        name: 'for',
        value: 'TARGET',
        choices: installTargets,
        summary: 'program that applies the resources (default: operator)',
      },
      output(['yaml', 'json'], 'output format; json prints one object per line'),
    ],
    examples: ['leasehold install tetrapus --for argocd | kubectl apply --server-side -f -'],
  },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    page: 'docs/configuration.md',
    details: 'Prints a script that completes commands, options, choices and kinds.',
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
    summary: 'find mistakes in the setup of Argo CD or a GitHub repository',
    page: 'docs/doctor-argocd.md',
    secondPage: 'docs/doctor-github.md',
    details:
      "doctor argocd reads Applications, projects and the installation from files or from the output of kubectl get -o yaml. If members of tenants can use Applications, it also reads roles, admission policies and credentials of repositories. It reports mistakes that lose data, give members of tenants too much access, block the sync of tenants, or make it slow. It does not connect to a cluster. doctor github reads CODEOWNERS, the workflows and the input files of a checkout. It reads the branch protection from GitHub's API with the token in GH_TOKEN or GITHUB_TOKEN, or from an export. Both list what they could not examine.",
    arguments: [
      { name: 'subject', required: true, summary: 'what to examine: argocd, github' },
      {
        name: 'path',
        required: false,
        summary: 'argocd: file or directory of the objects; github: directory of the checkout (default: .)',
      },
    ],
    options: [
      {
        name: 'rendered',
        value: 'NAME',
        repeats: true,
        summary:
          'argocd: name of an Application that applies a rendered directory, if the doctor does not recognize it; github: branch that Argo CD applies, if no workflow names it; can be repeated',
      },
      {
        name: 'repository',
        value: 'OWNER/NAME',
        summary: 'github: the repository (default: GITHUB_REPOSITORY, or the remote origin)',
      },
      {
        name: 'branch',
        value: 'NAME',
        summary: 'github: the branch that tenants merge into (default: the default branch)',
      },
      { name: 'export', value: 'DIR', summary: 'github: directory with exported API responses, instead of a token' },
      output(['text', 'json'], 'format of the findings'),
      { name: 'strict', summary: 'fail on warnings too; github: also on what could not be examined' },
    ],
    examples: [
      'leasehold doctor argocd argocd.yaml',
      'leasehold doctor argocd clusters/production --strict',
      'leasehold doctor github --repository acme/tenants',
      'leasehold doctor github . --export github-export',
    ],
  },
] as const satisfies readonly CommandHelp[];

import { risks } from '../../analysis/diff/change.ts';
import { objectTypes } from '../../shell/get/object-types.ts';
import { outputs } from '../../shell/get/print.ts';
import { type CommandHelp, dir, output, strict } from './command.ts';

/** Commands about the tenants of a repository. */
export const tenantCommands = [
  {
    name: 'render',
    summary: 'render every object of every tenant',
    details:
      'Prints the Kubernetes objects of all tenants or, with --out, writes them to a directory, one file a resource. The files that it wrote before and no longer writes are removed; files that it did not write are never touched. With an error nothing is printed or written.',
    arguments: [],
    options: [
      dir,
      {
        name: 'out',
        value: 'DIR',
        summary: 'directory to write to; leasehold owns what it writes there',
        setting: 'out',
      },
      output(
        ['yaml', 'json', 'name', 'text', 'sarif'],
        'without --out, how the objects are printed (yaml, json: one object a line, name); with --out, how the report is printed (text, json, sarif)',
        { formerly: ['stdout', 'format'], formerShortOf: 'out' },
      ),
      {
        name: 'tenant',
        short: 't',
        value: 'NAME',
        summary: 'render this tenant alone; platform is what tenants share',
      },
      {
        name: 'previous',
        value: 'FILE',
        summary: 'inventory.json of an earlier render; fail when much of it would go and no committed approval says so',
      },
      { name: 'max-removed', value: 'PERCENT', summary: 'how much of it may go without an approval (default: 20)' },
      strict,
    ],
    examples: [
      'leasehold render --out rendered',
      'leasehold render --tenant acme | kubectl diff -f -',
      'leasehold render --dir - < tenant.yaml',
    ],
    formerArgument: 'dir',
  },
  {
    name: 'check',
    summary: 'find all faults of all files',
    details:
      'Validates the tenants as render does and writes nothing. Every fault of every file is reported in one run.',
    arguments: [],
    options: [dir, output(['text', 'json', 'sarif'], 'how problems are printed'), strict],
    examples: [
      'leasehold check',
      'leasehold check -o sarif > leasehold.sarif',
      'leasehold check --dir - < tenant.yaml',
    ],
    formerArgument: 'dir',
  },
  {
    name: 'baseline',
    summary: 'accept the warnings of today',
    details:
      'Prints a Baseline that accepts every warning of the files, so that --strict fails only on later ones, or writes it to a file. With a directory for each tenant the file must be in the directory of the Platform. Written again, it has only the warnings that still exist, and keeps their reasons. Warnings that another Baseline accepts are left out.',
    arguments: [],
    options: [
      dir,
      { name: 'out', value: 'FILE', summary: 'file to write to: a new one, or an earlier Baseline, which is replaced' },
    ],
    examples: ['leasehold baseline', 'leasehold baseline --out tenants/baseline.yaml'],
  },
  {
    name: 'diff',
    summary: 'show what a change does to the objects',
    details:
      'Renders two versions of the tenants and shows which objects differ, by tenant, the riskiest first. A version is a directory, a Git revision, or REVISION:DIR for a directory of a revision; A..B compares two revisions, and A...B compares B with what it has in common with A. Without HEAD it is the working tree; without BASE it is what the working tree has in common with the default branch of the remote repository. A change that would leave data or a namespace behind is an error.',
    arguments: [
      {
        name: 'BASE',
        required: false,
        summary: 'directory or Git revision to compare with, or A..B (default: the default branch)',
      },
      { name: 'HEAD', required: false, summary: 'directory or Git revision to compare (default: the directory --dir)' },
    ],
    options: [
      {
        ...dir,
        summary: 'directory of the tenants in a Git revision (default: HEAD if that is a directory, else tenants)',
        formerly: ['path'],
      },
      {
        name: 'base',
        value: 'REVISION',
        summary: 'as the argument BASE; for the configuration file',
        setting: 'base',
      },
      {
        name: 'fail-on',
        value: 'RISK',
        choices: Object.keys(risks),
        summary: 'exit with 4 when a change is of this risk or a worse one',
        setting: 'failOn',
      },
      output(['text', 'json'], 'how changes are printed'),
    ],
    examples: [
      'leasehold diff',
      'leasehold diff main',
      'leasehold diff origin/main..HEAD --fail-on data-loss',
      'leasehold diff v1:old-name new-name',
    ],
  },
  {
    name: 'explain',
    summary: 'trace an object or a source line, or describe a field',
    details:
      'Shows which file, kind and shape an object comes from, which objects a line of an input file renders, or where a line of a rendered file comes from. For a supervisor it shows when its namespaces sleep and wake next. For a kind or Kind.field.path it describes the fields, as kubectl explain does.',
    arguments: [
      {
        name: 'subject',
        required: true,
        summary: 'Kind/name, Kind/namespace/name, file:line, Kind or Kind.field.path',
      },
    ],
    options: [
      { name: 'namespace', short: 'n', value: 'NAME', summary: 'namespace of the object' },
      dir,
      output(['text', 'json'], 'how the answer is printed'),
    ],
    examples: [
      'leasehold explain Deployment/org-acme',
      'leasehold explain tenants/acme.yaml:7',
      'leasehold explain Org.spec.plan_tier',
    ],
  },
  {
    name: 'vendor',
    summary: 'inflate the Helm charts of Templates',
    details:
      'Fetches the charts that Templates name and inflates them with the helm on the PATH, once for each namespace, into files to commit, which rendering reads like any other: dir/charts or, with a directory for each tenant, tenants/TENANT/charts below the directory of the Platform. Existing files are kept, and those that no instance needs are removed. The other commands never run Helm and never open a network connection.',
    arguments: [],
    options: [
      dir,
      { name: 'check', summary: 'write nothing; fail if Helm prints something else than the files contain' },
      output(['text', 'json'], 'how the result is printed'),
    ],
    examples: ['leasehold vendor && git add tenants/charts', 'leasehold vendor --check'],
    formerArgument: 'dir',
  },
  {
    name: 'get',
    summary: 'list tenants, and what one of them has',
    details:
      'Lists the tenants of the files or, with --as, those in which somebody has a role; or the namespaces, quotas and classes of one tenant, as they are rendered. kubectl-leasehold answers the same from a cluster.',
    arguments: [
      { name: 'type', required: true, summary: ['tenants', ...objectTypes.map(({ plural }) => plural)].join(', ') },
      { name: 'tenant', required: false, summary: 'the tenant that has them' },
      { name: 'name', required: false, summary: 'only the one of this name, which must be permitted' },
    ],
    options: [
      { name: 'as', value: 'USER', summary: 'list the tenants in which this user has a role' },
      { name: 'as-group', value: 'GROUP', repeats: true, summary: 'as member of this group; may be given again' },
      { name: 'all-tenants', short: 'A', summary: 'list the objects of all tenants' },
      output(outputs, 'how the answer is printed'),
      { name: 'no-headers', summary: 'leave out the head of the table' },
      dir,
    ],
    examples: [
      'leasehold get tenants --as kim@corp.io',
      'leasehold get storageclasses pay -o name',
      'leasehold get namespaces -A',
    ],
  },
] as const satisfies readonly CommandHelp[];

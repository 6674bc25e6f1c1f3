import { risks } from '../../analysis/diff/change.ts';
import { objectTypes } from '../../shell/get/object-types.ts';
import { outputs } from '../../shell/get/print.ts';
import { type CommandHelp, dir, output, strict } from './command.ts';

/** Commands about the tenants of a repository. */
export const tenantCommands = [
  {
    name: 'render',
    summary: 'render the objects of tenants',
    details:
      'Prints the Kubernetes objects of all tenants or, with --out, writes them to a directory with one file for each resource. Files of an earlier render that are no longer needed are removed; other files are never changed. If there is an error, nothing is printed or written.',
    arguments: [],
    options: [
      dir,
      {
        name: 'out',
        value: 'DIR',
        summary: 'directory to write to',
        setting: 'out',
      },
      output(
        ['yaml', 'json', 'name', 'text', 'sarif'],
        'without --out, format of the objects (yaml, json with one object per line, name); with --out, format of the report (text, json, sarif)',
        { formerly: ['stdout', 'format'], formerShortOf: 'out' },
      ),
      {
        name: 'tenant',
        short: 't',
        value: 'NAME',
        summary: 'render only this tenant; platform renders what tenants share',
      },
      {
        name: 'previous',
        value: 'FILE',
        summary: 'inventory.json of an earlier render; fail if too many of its objects are removed without an approval',
      },
      {
        name: 'max-removed',
        value: 'PERCENT',
        summary: 'objects that can be removed without an approval (default: 20)',
      },
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
    summary: 'report the problems of all files',
    details: 'Validates the tenants like render and writes nothing. It reports all problems of all files in one run.',
    arguments: [],
    options: [
      dir,
      { name: 'today', value: 'DATE', summary: 'also warn of modes of enforcement that end on or before this day' },
      output(['text', 'json', 'sarif'], 'format of the problems'),
      strict,
    ],
    examples: [
      'leasehold check',
      'leasehold check -o sarif > leasehold.sarif',
      'leasehold check --strict --today "$(date +%F)"',
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
      'Renders two versions of the tenants and shows the objects that differ, by tenant, with the highest risk first. A version is a directory, a Git revision, or REVISION:DIR for a directory of a revision. A..B compares two revisions, and A...B compares B with the merge base of A and B. HEAD defaults to the working tree, and BASE to its merge base with the default branch of the remote. A change that would leave data or a namespace behind is an error.',
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
        summary: 'the same as the argument BASE, for the configuration file',
        setting: 'base',
      },
      {
        name: 'fail-on',
        value: 'RISK',
        choices: Object.keys(risks),
        summary: 'exit with 4 if a change has this risk or a worse one',
        setting: 'failOn',
      },
      output(['text', 'json'], 'format of the changes'),
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
      'Shows the source file, the kind and the template of an object, the objects that a line of a source file renders, or the source of a line in a rendered file. For a supervisor, it also shows when its namespaces sleep and wake next. For a kind or Kind.field.path, it describes the fields like kubectl explain.',
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
      output(['text', 'json'], 'output format'),
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
      'Downloads the charts that Templates name, and inflates them for each namespace with the helm on the PATH. Commit the files that it writes to DIR/charts or, with a directory for each tenant, to tenants/TENANT/charts in the directory of the Platform. Existing files are kept, and files that no instance needs are removed. No other command runs Helm.',
    arguments: [],
    options: [
      dir,
      { name: 'check', summary: 'write nothing; fail if the output of Helm differs from the files' },
      output(['text', 'json'], 'format of the result'),
    ],
    examples: ['leasehold vendor && git add tenants/charts', 'leasehold vendor --check'],
    formerArgument: 'dir',
  },
  {
    name: 'get',
    summary: 'list tenants, or the namespaces, quotas and classes of a tenant',
    details:
      'Lists all tenants, the tenants in which a user has a role (--as), or the rendered namespaces, quotas and classes of a tenant. kubectl-leasehold provides the same for a cluster.',
    arguments: [
      { name: 'type', required: true, summary: ['tenants', ...objectTypes.map(({ plural }) => plural)].join(', ') },
      { name: 'tenant', required: false, summary: 'tenant that owns the objects' },
      { name: 'name', required: false, summary: 'name of a single object, which the tenant must be allowed to use' },
    ],
    options: [
      { name: 'as', value: 'USER', summary: 'list the tenants in which this user has a role' },
      { name: 'as-group', value: 'GROUP', repeats: true, summary: 'list the tenants of this group; can be repeated' },
      { name: 'all-tenants', short: 'A', summary: 'list the objects of all tenants' },
      output(outputs, 'output format'),
      { name: 'no-headers', summary: 'omit the header of the table' },
      dir,
    ],
    examples: [
      'leasehold get tenants --as kim@corp.io',
      'leasehold get storageclasses pay -o name',
      'leasehold get namespaces -A',
    ],
  },
] as const satisfies readonly CommandHelp[];

import { risks } from '../../analysis/diff/change.ts';
import { objectTypes } from '../../shell/get/object-types.ts';
import { outputs } from '../../shell/get/print.ts';
import { type CommandHelp, dir, format, strict } from './command.ts';

/** Commands about the tenants of a repository. */
export const tenantCommands = [
  {
    name: 'render',
    summary: 'render every object of every tenant',
    details:
      'Writes the Kubernetes objects of all tenants below --out, one file a resource, or prints them. The files that it wrote before and no longer writes are removed; files that it did not write are never touched. With an error nothing is written.',
    arguments: [dir],
    options: [
      { name: 'out', short: 'o', value: 'DIR', summary: 'directory to write to; leasehold owns what it writes there' },
      {
        name: 'stdout',
        value: 'FORMAT',
        choices: ['yaml', 'json'],
        summary: 'print the objects instead; json is one object a line',
      },
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
      format,
      strict,
    ],
    examples: ['leasehold render --out rendered', 'leasehold render --tenant acme --stdout yaml | kubectl diff -f -'],
  },
  {
    name: 'check',
    summary: 'find all faults of all files',
    details:
      'Validates the tenants as render does and writes nothing. Every fault of every file is reported in one run.',
    arguments: [dir],
    options: [format, strict],
    examples: ['leasehold check', 'leasehold check --format sarif > leasehold.sarif'],
  },
  {
    name: 'diff',
    summary: 'show what a change does to the objects',
    details:
      'Renders two versions of the tenants and shows which objects differ, by tenant, the riskiest first. A version is a directory, a Git revision, or REVISION:DIR for a directory of a revision; without HEAD it is the working tree. A change that would leave data or a namespace behind is an error.',
    arguments: [
      { name: 'BASE', required: true, summary: 'directory or Git revision to compare with' },
      {
        name: 'HEAD',
        required: false,
        summary: 'directory or Git revision to compare (default: the directory --path)',
      },
    ],
    options: [
      {
        name: 'path',
        value: 'DIR',
        summary: 'directory of the tenants in a Git revision (default: HEAD if that is a directory, else tenants)',
      },
      {
        name: 'fail-on',
        value: 'RISK',
        choices: Object.keys(risks),
        summary: 'exit with 4 when a change is of this risk or a worse one',
      },
      { name: 'format', value: 'FORMAT', choices: ['text', 'json'], summary: 'how changes are shown' },
    ],
    examples: [
      'leasehold diff main',
      'leasehold diff origin/main HEAD --fail-on data-loss',
      'leasehold diff v1:old-name new-name',
    ],
  },
  {
    name: 'explain',
    summary: 'trace an object to its source, or a source to its objects',
    details:
      'Shows which file, kind and shape made an object, which objects a line of an input file makes, or where a line of a rendered file comes from. Of a supervisor it says when its namespaces sleep and wake next.',
    arguments: [{ name: 'subject', required: true, summary: 'Kind/name, Kind/namespace/name or file:line' }],
    options: [
      { name: 'namespace', short: 'n', value: 'NAME', summary: 'namespace of the object' },
      { name: 'dir', value: 'DIR', summary: 'directory of the tenants (default: tenants)' },
    ],
    examples: ['leasehold explain Deployment/org-acme', 'leasehold explain tenants/acme.yaml:7'],
  },
  {
    name: 'vendor',
    summary: 'inflate the Helm charts of Templates',
    details:
      'Fetches the charts that Templates name and inflates them with the helm on the PATH, once for each namespace, into files to commit, which rendering reads like any other: dir/charts or, with a directory for each tenant, tenants/TENANT/charts below the directory of the Platform. Existing files are kept, and those that no instance needs are removed. The other commands never run Helm and never open a network connection.',
    arguments: [dir],
    options: [{ name: 'check', summary: 'write nothing; fail if Helm prints something else than the files contain' }],
    examples: ['leasehold vendor && git add tenants/charts', 'leasehold vendor --check'],
  },
  {
    name: 'get',
    summary: 'list tenants, and what one of them has',
    details:
      'Lists the tenants of the files or, with --as, those in which somebody has a role; or the namespaces, quotas and classes of one tenant, as they are rendered. kubectl-leasehold answers the same from a cluster.',
    arguments: [
      { name: 'type', required: true, summary: ['tenants', ...objectTypes.map(({ plural }) => plural)].join(', ') },
      { name: 'tenant', required: false, summary: 'the tenant whose they are' },
      { name: 'name', required: false, summary: 'only the one of this name, which must be permitted' },
    ],
    options: [
      { name: 'as', value: 'USER', summary: 'list the tenants in which this user has a role' },
      { name: 'as-group', value: 'GROUP', repeats: true, summary: 'as member of this group; may be given again' },
      { name: 'output', short: 'o', value: 'FORMAT', choices: outputs, summary: 'how the answer is printed' },
      { name: 'no-headers', summary: 'leave out the head of the table' },
      { name: 'dir', value: 'DIR', summary: 'directory of the tenants (default: tenants)' },
    ],
    examples: ['leasehold get tenants --as kim@corp.io', 'leasehold get storageclasses pay -o name'],
  },
] as const satisfies readonly CommandHelp[];

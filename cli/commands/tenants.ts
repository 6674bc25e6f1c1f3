import { risks } from '../../analysis/diff/change.ts';
import { type CommandHelp, dir, output, strict } from './command.ts';

/** Commands about the tenants of a repository. */
export const tenantCommands = [
  {
    name: 'render',
    summary: 'render the objects of tenants',
    page: 'docs/tenants.md',
    details:
      'Prints the Kubernetes objects of all tenants or, with --out, writes them to files, in a directory for each tenant. It removes files of an earlier render that are no longer needed, and never changes other files. If a file that it needs has an error, it prints no objects and writes no files.',
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
        'without --out, format of the objects: yaml (default), json (one object per line) or name; with --out, format of the report: text (default), json or sarif',
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
        summary:
          'inventory.json of an earlier render; fail if the render removes too many of its objects without an approval',
      },
      {
        name: 'max-removed',
        value: 'PERCENT',
        summary: 'percentage of objects that can be removed without an approval (default: 20)',
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
    page: 'docs/problems.md',
    details: 'Validates the tenants like render, and writes nothing.',
    arguments: [],
    options: [
      dir,
      {
        name: 'today',
        value: 'DATE',
        summary: 'also warn about entries of enforcement.modes that end on or before this day',
      },
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
    summary: 'accept the current warnings',
    page: 'docs/problems.md',
    details:
      'Prints a Baseline that accepts every current warning of a resource, or writes it to a file, so that --strict fails only on new warnings. With a directory for each tenant, the file must be in the directory of the Platform. If the file already exists, the command removes warnings that no longer exist, and keeps the reasons of the others. It omits warnings that another Baseline accepts, and warnings about a whole file.',
    arguments: [],
    options: [
      dir,
      {
        name: 'out',
        value: 'FILE',
        summary: 'file to write to: a new file, or an existing Baseline, which is replaced',
      },
    ],
    examples: ['leasehold baseline', 'leasehold baseline --out tenants/baseline.yaml'],
  },
  {
    name: 'diff',
    summary: 'show what a change does to the objects',
    page: 'docs/review-a-change.md',
    details:
      'Renders two versions of the tenants and shows the objects that differ, by tenant, with the most severe risk first. A version is a directory, a Git revision, or REVISION:DIR for a directory of a revision. If a directory has the name of a revision, use ./main for the directory, or refs/heads/main for the branch. HEAD, full SHAs and names that start with refs/ are always revisions. A..B compares two revisions, never directories, and A...B compares B with the merge base of A and B. BASE defaults to the merge base of the checked-out commit and the default branch, and HEAD to the directory in the working tree. A change to an immutable field, such as spec.slug of an Org, is an error. With prices, it also shows the change of the cost ceiling: the cost of all quotas if they are fully used.',
    arguments: [
      {
        name: 'BASE',
        required: false,
        summary: 'directory or Git revision to compare with, or A..B (default: the merge base with the default branch)',
      },
      {
        name: 'HEAD',
        required: false,
        summary: 'directory or Git revision to compare (default: the directory of --dir)',
      },
    ],
    options: [
      {
        ...dir,
        summary:
          'directory of the tenants in a Git revision (default: the argument HEAD if it is a directory, otherwise tenants)',
        formerly: ['path'],
      },
      {
        name: 'base',
        value: 'REVISION',
        summary: 'same as the argument BASE; can be set in the configuration file',
        setting: 'base',
      },
      {
        name: 'fail-on',
        value: 'RISK',
        choices: Object.keys(risks),
        summary: 'exit with 4 if a change has this risk or a more severe one',
        setting: 'failOn',
      },
      {
        name: 'prices',
        value: 'FILE',
        summary: 'PriceList for the cost ceiling (default: .leasehold/prices.yaml, else the PriceBook)',
        setting: 'prices',
      },
      {
        name: 'max-cost-increase',
        value: 'AMOUNT',
        summary:
          'exit with 4 if the cost ceiling becomes unlimited, or rises by more than this amount in the period of the prices',
      },
      output(['text', 'json'], 'format of the changes'),
    ],
    examples: [
      'leasehold diff',
      'leasehold diff main',
      'leasehold diff origin/main..HEAD --fail-on data-loss',
      'leasehold diff --prices prices.yaml --max-cost-increase 500',
      'leasehold diff v1:old-name new-name',
    ],
  },
  {
    name: 'vendor',
    summary: 'inflate the Helm charts of Templates',
    page: 'docs/templates.md',
    details:
      'Downloads the charts that Templates name, and inflates them for each namespace with the helm on the PATH. Commit the files that it writes to DIR/charts or, with a directory for each tenant, to tenants/TENANT/charts in the directory of the Platform. It keeps files that instances still need, and removes the others. No other command runs Helm.',
    arguments: [],
    options: [
      dir,
      {
        name: 'check',
        summary: 'write nothing; fail if a file differs from the output of Helm, is missing, or is no longer needed',
      },
      output(['text', 'json'], 'format of the result'),
    ],
    examples: ['leasehold vendor && git add tenants/charts', 'leasehold vendor --check'],
    formerArgument: 'dir',
  },
] as const satisfies readonly CommandHelp[];

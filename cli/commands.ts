import { risks } from '../core/diff/change.ts';
import { systemNames } from '../import/index.ts';
import { systems, targets } from '../kinds/install.ts';
import { askedOfTenants } from './get/asked.ts';
import { outputs } from './get/print.ts';

/** An option of a command. One without a `value` is a switch. */
export interface OptionHelp {
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in the help: `DIR`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** True for one that may be given several times. */
  readonly repeats?: boolean;
  readonly summary: string;
}

export interface ArgumentHelp {
  readonly name: string;
  readonly required: boolean;
  readonly summary: string;
}

/** All that is known of a command but what it does: parsing, help and the reference are made from it. */
export interface CommandHelp {
  readonly name: string;
  readonly summary: string;
  readonly details: string;
  readonly arguments: readonly ArgumentHelp[];
  readonly options: readonly OptionHelp[];
  readonly examples: readonly string[];
}

const dir = { name: 'dir', required: false, summary: 'directory of the tenants (default: tenants)' };
const format = {
  name: 'format',
  value: 'FORMAT',
  choices: ['text', 'json', 'sarif'],
  summary: 'how problems are reported',
};
const strict = { name: 'strict', summary: 'let warnings fail, too' };
const kind = { name: 'Kind', required: true, summary: 'an input kind: Org, kleff-tenant or kleff.kleff.io/v1/Tenant' };

/** Options that every command takes. */
export const commonOptions: readonly OptionHelp[] = [
  { name: 'help', short: 'h', summary: 'show this help' },
  { name: 'debug', summary: 'show the stack of an internal error' },
];

export const commands = [
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
      { name: 'tenant', short: 't', value: 'NAME', summary: 'render this tenant alone' },
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
      { name: 'path', value: 'DIR', summary: 'directory of the tenants in a Git revision (default: tenants)' },
      {
        name: 'fail-on',
        value: 'RISK',
        choices: Object.keys(risks),
        summary: 'exit with 1 when a change is of this risk or a worse one',
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
      'Fetches the charts that Templates name and inflates them with the helm on the PATH, once for each namespace, into dir/charts: files to commit, which rendering reads like any other. What is there already is not made again, and what nothing asks for any more is removed. The other commands never run Helm and never open a network connection.',
    arguments: [dir],
    options: [],
    examples: ['leasehold vendor && git add tenants/charts'],
  },
  {
    name: 'get',
    summary: 'list tenants, and what one of them has',
    details:
      'Lists the tenants of the files or, with --as, those in which somebody has a role; or the namespaces, quotas and classes of one tenant, as they are rendered. kubectl-leasehold answers the same from a cluster.',
    arguments: [
      { name: 'type', required: true, summary: ['tenants', ...askedOfTenants.map(({ plural }) => plural)].join(', ') },
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
  {
    name: 'import',
    summary: 'turn a cluster export into files',
    details:
      'Reads what kubectl get -o yaml printed of another system and writes one file a resource, of the kinds of today, without what the cluster set. It tells of every field whether it is kept, changed or lost, and keeps that in import-report.txt. Secrets are never written. A directory that is not empty is refused unless an import wrote it and nobody edited it since.',
    arguments: [
      { name: 'system', required: true, summary: systemNames.join(', ') },
      { name: 'export', required: true, summary: 'directory or file of the export, or - for standard input' },
    ],
    options: [
      { name: 'out', short: 'o', value: 'DIR', summary: 'directory to write to' },
      { name: 'format', value: 'FORMAT', choices: ['text', 'json'], summary: 'how the report is printed' },
    ],
    examples: ['leasehold import mto export.yaml --out tenants', 'leasehold import hnc - --out tenants < export.yaml'],
  },
  {
    name: 'schema',
    summary: 'print the JSON schema of a kind',
    details: 'Prints the schema that files of the kind are held against, for editors and other tools.',
    arguments: [kind],
    options: [],
    examples: ['leasehold schema Org > org.schema.json'],
  },
  {
    name: 'new',
    summary: 'begin a file for a new resource',
    details: 'Writes NAME.yaml with an example of the kind under that name. A file that is there is never overwritten.',
    arguments: [kind, { name: 'name', required: true, summary: 'name of the resource' }],
    options: [
      { name: 'dir', value: 'DIR', summary: 'directory to write to (default: tenants)' },
      { name: 'stdout', summary: 'print the file instead' },
    ],
    examples: ['leasehold new Org globex', 'leasehold new kleff-tenant jane --stdout'],
  },
  {
    name: 'crds',
    summary: 'print CustomResourceDefinitions',
    details:
      'Prints the definitions of all input kinds, or of one, for clusters in which the resources are kept as well.',
    arguments: [{ ...kind, required: false }],
    options: [],
    examples: ['leasehold crds | kubectl apply --server-side -f -', 'leasehold crds Org'],
  },
  {
    name: 'install',
    summary: 'print what a cluster needs for a system',
    details:
      "Prints a system's CustomResourceDefinitions and the roles of who applies its resources: its own operator or, with --for argocd, Argo CD, which also applies what leasehold renders beside.",
    arguments: [{ name: 'system', required: true, summary: systems.join(', ') }],
    options: [{ name: 'for', value: 'TARGET', choices: targets, summary: 'who applies the resources' }],
    examples: ['leasehold install tetrapus --for argocd | kubectl apply --server-side -f -'],
  },
] as const satisfies readonly CommandHelp[];

export type CommandName = (typeof commands)[number]['name'];

export const exitCodeHelp = [
  ['0', 'fine'],
  ['1', 'the files or what they refer to are at fault'],
  ['2', 'the command was called in a wrong way'],
  ['3', 'a bug of leasehold'],
] as const;

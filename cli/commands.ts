import { risks } from '../core/diff/change.ts';
import { systems, targets } from '../kinds/install.ts';

/** An option of a command. One without a `value` is a switch. */
export interface OptionHelp {
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in the help: `DIR`. */
  readonly value?: string;
  readonly choices?: readonly string[];
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
      'Renders two versions of the tenants and shows which objects differ, by tenant, the riskiest first. A version is a directory or a Git revision; without HEAD it is the working tree. A change that would leave data or a namespace behind is an error.',
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
    examples: ['leasehold diff main', 'leasehold diff origin/main HEAD --fail-on data-loss'],
  },
  {
    name: 'explain',
    summary: 'trace an object to its source, or a source to its objects',
    details:
      'Shows which file, kind and shape made an object, which objects a line of an input file makes, or where a line of a rendered file comes from.',
    arguments: [{ name: 'subject', required: true, summary: 'Kind/name, Kind/namespace/name or file:line' }],
    options: [
      { name: 'namespace', short: 'n', value: 'NAME', summary: 'namespace of the object' },
      { name: 'dir', value: 'DIR', summary: 'directory of the tenants (default: tenants)' },
    ],
    examples: ['leasehold explain Deployment/org-acme', 'leasehold explain tenants/acme.yaml:7'],
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
  {
    name: 'doctor',
    summary: 'find the traps in the configuration of an Argo CD',
    details:
      'Reads an Argo CD from files or from what kubectl get -o yaml prints, and tells what would lose data, keep tenants from being brought, or be slow: globs that match too much, discovery, what is sent to the plugin, finalizers that wait for each other, sizes, timeouts. It asks no cluster.',
    arguments: [
      { name: 'subject', required: true, summary: 'what to look at: argocd' },
      { name: 'path', required: false, summary: 'file or directory that holds it (default: .)' },
    ],
    options: [
      { name: 'format', value: 'FORMAT', choices: ['text', 'json'], summary: 'how findings are shown' },
      strict,
    ],
    examples: ['leasehold doctor argocd argocd.yaml', 'leasehold doctor argocd clusters/production --strict'],
  },
] as const satisfies readonly CommandHelp[];

export type CommandName = (typeof commands)[number]['name'];

export const exitCodeHelp = [
  ['0', 'fine'],
  ['1', 'the files or what they refer to are at fault'],
  ['2', 'the command was called in a wrong way'],
  ['3', 'a bug of leasehold'],
] as const;

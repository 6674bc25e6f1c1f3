import { groupKind } from '../kubernetes/object-id.ts';
import { objectTypeNamed, objectTypes } from '../shell/get/object-types.ts';
import { terminalText } from '../shell/text.ts';
import { version } from '../shell/version.ts';
import { type CommandLine, readCommandLine } from './arguments.ts';
import { tenantType } from './cluster-tenant.ts';
import { get } from './get.ts';
import { listTenants, unsupportedInList } from './list.ts';
import type { Ports } from './ports.ts';
import { type Cluster, clusterOf } from './reads.ts';

const plurals = objectTypes.map(({ plural }) => plural);

const help = `kubectl leasehold lists your tenants of the kind ${groupKind(tenantType.group, tenantType.kind)},
and their objects that you can read in the cluster. For tenants of other kinds, use leasehold get, which reads files.

Usage:
  kubectl leasehold list [flags]
  kubectl leasehold get TYPE TENANT [NAME] [flags]

TYPE is one of ${plurals.join(', ')}.
Both commands support the flags of kubectl that select the cluster and the user, such as --context, --kubeconfig and
--as. get also supports the output flags of kubectl get, such as -o, --no-headers and --show-labels. list supports only
-o json, -o yaml, -o name, -o wide and --no-headers.

The plugin runs your kubectl with your permissions, and reports what it cannot read.
`;

/** Runs a command line of the plugin. Returns 0, 1 after a failure, or 2 for invalid usage. */
export function run(argv: readonly string[], terminal: Ports): number {
  const ports: Ports = {
    ...terminal,
    stdout: (text) => terminal.stdout(terminalText(text)),
    stderr: (text) => terminal.stderr(terminalText(text)),
  };
  const result = readCommandLine(argv);
  if (!result.ok) return usageError(result.message, ports);
  const { line } = result;
  const [command = ''] = line.words;
  if (line.wantsVersion) return print(`${version}\n`, ports);
  if (line.wantsHelp || command === 'help') return print(help, ports);
  if (command === '') return usageError('the command is missing; use list or get', ports);
  return dispatch(line, clusterOf(ports, line.connection), ports);
}

function dispatch(line: CommandLine, cluster: Cluster, ports: Ports): number {
  const [command, word = '', tenant, , surplus] = line.words;
  if (command === 'list') return list(line, cluster, ports);
  if (command !== 'get') return usageError(`${command} is not a command; use list or get`, ports);
  const type = objectTypeNamed(word);
  if (word.startsWith('tenant')) return usageError('to list your tenants, run kubectl leasehold list', ports);
  if (!type)
    return usageError(
      `${word === '' ? 'get requires a type' : `unknown type ${word}`}; available types: ${plurals.join(', ')}`,
      ports,
    );
  if (tenant === undefined) return usageError(`get ${type.plural} needs the name of a tenant`, ports);
  if (surplus !== undefined) return usageError(`get does not take the argument ${surplus}`, ports);
  return get({ type, tenant, line, cluster, ports });
}

function list(line: CommandLine, cluster: Cluster, ports: Ports): number {
  const [, surplus] = line.words;
  if (surplus !== undefined) return usageError(`list does not take the argument ${surplus}`, ports);
  const flag = unsupportedInList(line);
  if (flag === undefined) return listTenants(line, cluster, ports);
  return usageError(`list does not support ${flag}; use -o json, yaml, name or wide, or --no-headers`, ports);
}

function print(text: string, ports: Ports): number {
  ports.stdout(text);
  return 0;
}

function usageError(message: string, ports: Ports): number {
  ports.stderr(`error: ${message}\nSee: kubectl leasehold --help\n`);
  return 2;
}

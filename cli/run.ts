import { nearest } from '../data/nearest.ts';
import { internalError, isSystemError, systemErrorText, toError } from '../shell/errors.ts';
import { terminalText } from '../shell/text.ts';
import { version } from '../shell/version.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { baseline } from './baseline.ts';
import { check } from './check.ts';
import { collectCosts } from './collect-costs.ts';
import { type CommandHelp, commonOptions, type OptionHelp } from './commands/command.ts';
import { type CommandName, commands } from './commands.ts';
import { completion } from './completion.ts';
import { consoleCommand } from './console.ts';
import { crds, installation, schema } from './contracts.ts';
import { diff } from './diff.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { gatewayCommand } from './gateway.ts';
import { get } from './get.ts';
import { commandHelp, programHelp } from './help.ts';
import { importCommand } from './import.ts';
import { init } from './init.ts';
import { newCommand } from './new.ts';
import { offboard } from './offboard.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { render } from './render.ts';
import { readSettings } from './settings.ts';
import { showback } from './showback.ts';
import { simulate } from './simulate.ts';
import { usageError } from './usage.ts';
import { vendor } from './vendor.ts';
import { volumes } from './volumes.ts';

type CommandFunction = (args: Arguments, ports: Ports) => ExitCode | Promise<ExitCode>;

const commandFunctions: Readonly<Record<CommandName, CommandFunction>> = {
  check,
  baseline,
  collect: collectCosts,
  completion,
  console: consoleCommand,
  crds,
  diff,
  doctor,
  explain,
  gateway: gatewayCommand,
  get,
  import: importCommand,
  init,
  install: installation,
  new: newCommand,
  offboard,
  render,
  schema,
  showback,
  simulate,
  vendor,
  volumes,
};

/** Runs a command line without the program's name. Never rejects: prints every error and returns an exit code. */
export async function run(argv: readonly string[], ports: Ports): Promise<ExitCode> {
  try {
    return await dispatch(argv, withTerminalText(ports));
  } catch (error) {
    return isSystemError(error)
      ? reportSystemError(error, ports)
      : reportInternalError(error, argv.includes('--debug'), ports);
  }
}

function dispatch(argv: readonly string[], ports: Ports): ReturnType<CommandFunction> {
  const lead = argv.findIndex((word) => !leadingSwitches.includes(word));
  const [name = '', ...words] = argv.slice(lead === -1 ? argv.length : lead);
  const rest = [...argv.slice(0, Math.max(lead, 0)), ...words];
  if (['--version', '-v', 'version'].includes(name)) return print(`${version}\n`, ports);
  const [topic = name] = words;
  if (['--help', '-h'].includes(name) || (name === 'help' && ['help', 'version'].includes(topic)))
    return print(programHelp(), ports);
  if (name === '') {
    ports.stderr(programHelp());
    return exitCodes.usage;
  }
  return name === 'help' ? runCommand(topic, ['--help'], ports) : runCommand(name, rest, ports);
}

/** Switches of every command that can also precede it. */
const leadingSwitches: readonly string[] = commonOptions
  .filter(({ name }) => name !== 'help')
  .flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]);

function runCommand(name: string, argv: readonly string[], ports: Ports): ReturnType<CommandFunction> {
  const command = commands.find((one) => one.name === name);
  if (!command) return unknownCommand(name, ports);
  const stored = readSettings(ports.files);
  if (!stored.ok) return usageError(ports, stored.message, `leasehold ${name} --help`);
  const result = readArguments(argv, command, stored.settings);
  if (!result.ok) return usageError(ports, result.message, `leasehold ${name} --help`);
  if (result.args.isSet('help')) return print(commandHelp(command), ports);
  const own = withTerminalOptions(result.args, ports);
  for (const hint of own.terminal.isQuiet ? [] : result.args.hints)
    own.stderr(`leasehold: ${hint}; version 0.3 removes the earlier spelling\n`);
  return commandFunctions[command.name](result.args, own);
}

function withTerminalText(ports: Ports): Ports {
  return {
    ...ports,
    stdout: (text) => ports.stdout(terminalText(text)),
    stderr: (text) => ports.stderr(terminalText(text)),
  };
}

/** The ports with --quiet and --no-color applied. */
function withTerminalOptions(args: Arguments, ports: Ports): Ports {
  const color = args.isSet('no-color') ? 'never' : ports.terminal.color;
  return { ...ports, terminal: { ...ports.terminal, color, isQuiet: args.isSet('quiet') } };
}

/** The names of similar commands in other tools. */
const synonyms: Readonly<Partial<Record<CommandName, readonly string[]>>> = {
  render: ['apply', 'build', 'generate', 'template', 'up'],
  check: ['lint', 'test', 'validate', 'verify'],
  diff: ['plan', 'preview', 'compare'],
  explain: ['blame', 'describe', 'trace', 'why'],
  get: ['list', 'ls', 'show', 'status'],
  import: ['convert', 'migrate'],
  init: ['setup', 'start', 'bootstrap'],
  new: ['add', 'create'],
  vendor: ['inflate', 'helm'],
};

function synonymOf(word: string): string | undefined {
  return Object.entries(synonyms).find(([, words]) => words.includes(word))?.[0];
}

/** The message for an option before the command, with a command that has the option. */
function misplacedOption(word: string): string {
  const option = word.replace(/=.*$/s, '');
  const has = ({ name, short }: OptionHelp) => option === `--${name}` || option === `-${short}`;
  const own = commands.filter(({ options }: CommandHelp) => [...options, ...commonOptions].some(has));
  const [first] = [...own.filter(({ name }) => name === 'check'), ...own];
  return first ? `${word} must follow a command, as in leasehold ${first.name} ${word}` : `unknown option ${word}`;
}

function unknownCommand(name: string, ports: Ports): ExitCode {
  if (name.startsWith('-')) return usageError(ports, misplacedOption(name), 'leasehold --help');
  const names = [...commands.map((command) => command.name), 'help', 'version'];
  if (['delete', 'destroy', 'remove', 'rm'].includes(name))
    return usageError(ports, `unknown command ${name}; to remove a tenant, delete its files`, 'leasehold --help');
  const near = synonymOf(name) ?? nearest(name, names);
  const message = `unknown command ${name}${near === undefined ? '' : `; did you mean ${near}?`}`;
  return usageError(ports, message, 'leasehold --help');
}

function print(text: string, ports: Ports): ExitCode {
  ports.stdout(text);
  return exitCodes.success;
}

function reportSystemError(error: Error, ports: Ports): ExitCode {
  ports.stderr(`leasehold: ${systemErrorText(error)}\n`);
  return exitCodes.problems;
}

function reportInternalError(error: unknown, debug: boolean, ports: Ports): ExitCode {
  const what = debug
    ? 'report it with the following output'
    : 'run the same command with --debug, and report its output';
  ports.stderr(`leasehold ${version}: ${internalError(error)}; please ${what}\n`);
  if (debug) ports.stderr(`${toError(error).stack}\n`);
  return exitCodes.bug;
}

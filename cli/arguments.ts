import { parseArgs } from 'node:util';
import { didYouMean, nearest } from '../data/nearest.ts';
import { parseArgsError } from '../shell/errors.ts';
import { type CommandHelp, commonOptions, type OptionHelp } from './commands/command.ts';
import type { Settings } from './settings.ts';

/** The validated arguments and options of a command. */
export interface Arguments {
  readonly words: readonly string[];
  /** The value of an option, from the command line or, by default, the configuration file. */
  readonly text: (option: string) => string | undefined;
  /** All values of a repeatable option on the command line. */
  readonly texts: (option: string) => readonly string[];
  readonly isSet: (option: string) => boolean;
  /** Whether the command line sets the option, not the configuration file. */
  readonly isStated: (option: string) => boolean;
  /** The value of an option in the configuration file. */
  readonly configured: (option: string) => string | undefined;
  /** How to replace an earlier spelling on the command line. */
  readonly hints: readonly string[];
}

export type ArgumentsResult =
  | { readonly ok: true; readonly args: Arguments }
  | { readonly ok: false; readonly message: string };

/** Parses the words after a command's name. The message of a wrong choice also names the valid choices. */
export function readArguments(argv: readonly string[], command: CommandHelp, settings: Settings): ArgumentsResult {
  const options = [...command.options, ...commonOptions];
  try {
    const parsed = parseArgs({ args: [...argv], options: parseOptions(options), allowPositionals: true });
    const args = toArguments(currentSpelling({ ...parsed, hints: [] }, command), options, settings);
    const message = args.isSet('help') ? undefined : (wrongChoice(args, options, command) ?? wrongCount(args, command));
    return message === undefined ? { ok: true, args } : { ok: false, message };
  } catch (error) {
    const { code, message } = parseArgsError(error);
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    return { ok: false, message: isUnknown ? unknownOption(message, command, options) : wrongValue(message, options) };
  }
}

type ParsedValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

interface Parsed {
  readonly values: ParsedValues;
  readonly positionals: readonly string[];
  readonly hints: readonly string[];
}

interface ParseOption {
  type: 'string' | 'boolean';
  short?: string;
  multiple: boolean;
}

function parseOptions(options: readonly OptionHelp[]): Record<string, ParseOption> {
  const entries = options.flatMap(({ name, short, value, repeats = false, formerly = [], formerSwitches = [] }) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    const option = { type, multiple: repeats };
    const former = formerly.map((earlier) => [earlier, option] as const);
    const flags = formerSwitches.map((flag) => [flag.name, { type: 'boolean' as const, multiple: false }] as const);
    return [...former, ...flags, [name, short === undefined ? option : { ...option, short }] as const];
  });
  return Object.fromEntries(entries);
}

/** Replaces spellings of earlier versions, and adds a hint for each. */
function currentSpelling(parsed: Parsed, { options, formerArgument, ...command }: CommandHelp): Parsed {
  const renamed = options.reduce(renameOption, parsed);
  const moved = options.reduce(moveShortForm, renamed);
  const [word, ...others] = moved.positionals;
  if (formerArgument === undefined || word === undefined || command.arguments.length > 0) return moved;
  const hint = `the argument ${word} is now the option --${formerArgument} ${word}`;
  const values = { ...moved.values, [formerArgument]: moved.values[formerArgument] ?? word };
  return { values, positionals: others, hints: [...moved.hints, hint] };
}

function renameOption({ values, positionals, hints }: Parsed, option: OptionHelp): Parsed {
  const { name, formerly = [], formerSwitches = [] } = option;
  const former = formerly.find((earlier) => values[earlier] !== undefined);
  const flag = formerSwitches.find((earlier) => values[earlier.name] === true);
  if (former === undefined && flag === undefined) return { values, positionals, hints };
  const value = flag ? flag.value : values[former as string];
  const hint = flag ? `--${flag.name} is now --${name} ${value}` : `--${former} is now --${name}`;
  return { values: { ...values, [name]: values[name] ?? value }, positionals, hints: [...hints, hint] };
}

/**
 * Handles `-o rendered`: in earlier versions, `-o` set the output directory. A misspelled choice does not count as a
 * directory.
 */
function moveShortForm({ values, positionals, hints }: Parsed, option: OptionHelp): Parsed {
  const { name, formerShortOf, choices = [] } = option;
  const value = values[name];
  const isOther = typeof value === 'string' && !choices.includes(value) && nearest(value, choices) === undefined;
  if (formerShortOf === undefined || values[formerShortOf] !== undefined || !isOther)
    return { values, positionals, hints };
  const hint = `-${option.short} ${value} is now --${formerShortOf} ${value}`;
  return { values: { ...values, [name]: undefined, [formerShortOf]: value }, positionals, hints: [...hints, hint] };
}

function toArguments(
  { values, positionals, hints }: Parsed,
  options: readonly OptionHelp[],
  settings: Settings,
): Arguments {
  const settingOf = (option: string) => {
    const setting = options.find(({ name }) => name === option)?.setting;
    return setting === undefined ? undefined : settings[setting];
  };
  const given = (option: string) => values[option] ?? settingOf(option);
  return {
    words: positionals,
    text: (option) => asText(given(option)),
    texts: (option) => (Array.isArray(values[option]) ? values[option].map(String) : []),
    isSet: (option) => given(option) === true,
    isStated: (option) => values[option] !== undefined,
    configured: (option) => asText(settingOf(option)),
    hints,
  };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function wrongChoice(args: Arguments, options: readonly OptionHelp[], command: CommandHelp): string | undefined {
  for (const { name, choices, setting } of options) {
    const value = args.text(name);
    if (value === '') return `--${name} needs a value`;
    if (value === '-' && name === 'out') return notStandardOutput(command);
    if (value === undefined || !choices || choices.includes(value)) continue;
    const subject = args.isStated(name) ? `--${name}` : `the setting ${setting}`;
    return sentence(`${subject} is ${value}; it must be one of ${choices.join(', ')}`, didYouMean(value, choices));
  }
  return undefined;
}

/** How to print instead of writing to --out. Other commands cannot print what they write. */
const printing: Readonly<Record<string, string>> = {
  baseline: 'omit --out',
  new: 'pass -o yaml',
  render: 'omit --out',
};

function notStandardOutput({ name }: CommandHelp): string {
  const print = printing[name] === undefined ? '' : `to print, ${printing[name]}; `;
  return `--out - does not mean standard output; ${print}for a file or directory named -, pass --out ./-`;
}

function wrongCount({ words }: Arguments, command: CommandHelp): string | undefined {
  const missing = command.arguments.filter(({ required }) => required)[words.length];
  if (missing) return `${command.name} needs the argument ${missing.name}: ${missing.summary}`;
  const surplus = words[command.arguments.length];
  if (surplus === undefined) return undefined;
  const acceptsDirectory = command.options.some(({ name }) => name === 'dir');
  return `${command.name} does not take the argument ${surplus}${acceptsDirectory ? `; for a directory, pass --dir ${surplus}` : ''}`;
}

function unknownOption(message: string, command: CommandHelp, options: readonly OptionHelp[]): string {
  const option = /'(-[^' ]*)/.exec(message)?.[1] ?? '';
  const names = options.map(({ name }) => `--${name}`);
  return sentence(`${command.name} has no option ${option}`, didYouMean(option, names));
}

/** Rewrites one of three messages of parseArgs, such as `Option '-o, --output <value>' argument missing`. */
function wrongValue(message: string, options: readonly OptionHelp[]): string {
  const name = /--([\w-]+)/.exec(message)?.[1] ?? '';
  if (message.includes('does not take an argument')) return `--${name} does not take a value`;
  const value = options.find((option) => option.name === name)?.value ?? 'VALUE';
  const isAmbiguous = message.includes('ambiguous');
  return `--${name} needs a value: --${name} ${value}${isAmbiguous ? `; write a value that starts with - as --${name}=-...` : ''}`;
}

function sentence(message: string, hint: string | undefined): string {
  return hint === undefined ? message : `${message}; ${hint}`;
}

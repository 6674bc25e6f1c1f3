import { parseArgs } from 'node:util';
import { didYouMean } from '../data/nearest.ts';
import { parseFault } from '../shell/errors.ts';
import { type CommandHelp, commonOptions, type OptionHelp } from './commands/command.ts';

/** The validated arguments and options of a command. */
export interface Arguments {
  readonly words: readonly string[];
  readonly text: (option: string) => string | undefined;
  /** All values of a repeatable option. */
  readonly texts: (option: string) => readonly string[];
  readonly isSet: (option: string) => boolean;
}

export type ArgumentsResult =
  | { readonly ok: true; readonly args: Arguments }
  | { readonly ok: false; readonly message: string };

/** Parses the words after a command's name. The message of a usage error also names the valid choices. */
export function readArguments(argv: readonly string[], command: CommandHelp): ArgumentsResult {
  const options = [...command.options, ...commonOptions];
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: parseOptions(options),
      allowPositionals: true,
    });
    const args = toArguments(positionals, values);
    const message = args.isSet('help') ? undefined : (wrongChoice(args, options) ?? wrongCount(args, command));
    return message === undefined ? { ok: true, args } : { ok: false, message };
  } catch (error) {
    const { code, message } = parseFault(error);
    return {
      ok: false,
      message:
        code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? unknownOption(message, command, options) : lowerFirst(message),
    };
  }
}

type ParsedValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

interface ParseOption {
  type: 'string' | 'boolean';
  short?: string;
  multiple: boolean;
}

function parseOptions(options: readonly OptionHelp[]): Record<string, ParseOption> {
  const entries = options.map(({ name, short, value, repeats = false }) => {
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    const option = { type, multiple: repeats };
    return [name, short === undefined ? option : { ...option, short }] as const;
  });
  return Object.fromEntries(entries);
}

function toArguments(words: readonly string[], values: ParsedValues): Arguments {
  return {
    words,
    text: (option) => (typeof values[option] === 'string' ? values[option] : undefined),
    texts: (option) => (Array.isArray(values[option]) ? values[option].map(String) : []),
    isSet: (option) => values[option] === true,
  };
}

function wrongChoice(args: Arguments, options: readonly OptionHelp[]): string | undefined {
  for (const { name, choices } of options) {
    const value = args.text(name);
    if (value === '') return `--${name} needs a value`;
    if (value === undefined || !choices || choices.includes(value)) continue;
    return sentence(`--${name} is ${value}; it may be ${choices.join(', ')}`, didYouMean(value, choices));
  }
  return undefined;
}

function wrongCount({ words }: Arguments, command: CommandHelp): string | undefined {
  const missing = command.arguments.filter(({ required }) => required)[words.length];
  if (missing) return `${command.name} needs the argument ${missing.name}: ${missing.summary}`;
  const surplus = words[command.arguments.length];
  return surplus === undefined ? undefined : `${command.name} takes no argument ${surplus}`;
}

function unknownOption(message: string, command: CommandHelp, options: readonly OptionHelp[]): string {
  const option = /'(-[^' ]*)/.exec(message)?.[1] ?? '';
  return sentence(
    `${command.name} has no option ${option}`,
    didYouMean(
      option,
      options.map(({ name }) => `--${name}`),
    ),
  );
}

function sentence(message: string, hint: string | undefined): string {
  return hint === undefined ? message : `${message}; ${hint}`;
}

function lowerFirst(text: string): string {
  return (text.split('. ')[0] ?? text).replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}

/** The settings of the configuration file, each with its type. A path is relative to the file. */
export const settingTypes = {
  dir: 'path',
  out: 'path',
  base: 'text',
  failOn: 'text',
  prices: 'path',
  inventory: 'path',
  strict: 'switch',
} as const;

export type SettingName = keyof typeof settingTypes;

/** An option of a command. An option without a `value` is a switch. */
export interface OptionHelp {
  readonly name: string;
  readonly short?: string;
  /** The placeholder of the value in the help: `DIR`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** True for an option that can be repeated. */
  readonly repeats?: boolean;
  readonly summary: string;
  /** The setting of the configuration file that provides the value when the command line does not. */
  readonly setting?: SettingName;
  /** Earlier names, which still work and print a warning. */
  readonly formerly?: readonly string[];
  /** Earlier switches that set this option to a value. */
  readonly formerSwitches?: readonly { readonly name: string; readonly value: string }[];
  /** The option that had this short form before. It receives values that are not among the choices. */
  readonly formerShortOf?: string;
}

export interface ArgumentHelp {
  readonly name: string;
  readonly required: boolean;
  readonly summary: string;
}

/** The description of a command, for the parser, the help, the completion and the reference. */
export interface CommandHelp {
  readonly name: string;
  readonly summary: string;
  /** The documentation page of the command, relative to the root of the repository. */
  readonly page: string;
  /** A second page, if the command has one. */
  readonly secondPage?: string;
  readonly details: string;
  readonly arguments: readonly ArgumentHelp[];
  readonly options: readonly OptionHelp[];
  readonly examples: readonly string[];
  /** An option that was an argument in an earlier version. */
  readonly formerArgument?: string;
}

export function pagesOf({ page, secondPage }: CommandHelp): readonly string[] {
  return secondPage === undefined ? [page] : [page, secondPage];
}

export const dir: OptionHelp = {
  name: 'dir',
  short: 'd',
  value: 'DIR',
  summary: 'directory of the tenants, or - for standard input (default: tenants)',
  setting: 'dir',
};
export const strict: OptionHelp = { name: 'strict', summary: 'fail on warnings too', setting: 'strict' };
export const kind = {
  name: 'Kind',
  required: true,
  summary: 'an input kind: Org, kleff-tenant or kleff.kleff.io/v1/Tenant',
};

/** `--output`: the output format of a command. The first choice is the default, except for `render --out`. */
export function output(choices: readonly string[], summary: string, more: Partial<OptionHelp> = {}): OptionHelp {
  return { name: 'output', short: 'o', value: 'FORMAT', choices, summary, formerly: ['format'], ...more };
}

/** The choices of an option. Empty if its summary names all of them. */
export function unnamedChoices({ summary, choices = [] }: OptionHelp): readonly string[] {
  const words = new Set(summary.split(/\W+/));
  return choices.every((choice) => words.has(choice)) ? [] : choices;
}

/** Options that every command accepts. */
export const commonOptions: readonly OptionHelp[] = [
  { name: 'quiet', short: 'q', summary: 'print no warnings, notes or progress' },
  { name: 'no-color', summary: 'disable colors, like NO_COLOR=1 or FORCE_COLOR=0' },
  { name: 'help', short: 'h', summary: 'print this help' },
  { name: 'debug', summary: 'print the stack trace of an internal error' },
];

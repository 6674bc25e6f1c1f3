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

export const dir = { name: 'dir', required: false, summary: 'directory of the tenants (default: tenants)' };
export const format = {
  name: 'format',
  value: 'FORMAT',
  choices: ['text', 'json', 'sarif'],
  summary: 'how problems are reported',
};
export const strict = { name: 'strict', summary: 'let warnings fail, too' };
export const kind = {
  name: 'Kind',
  required: true,
  summary: 'an input kind: Org, kleff-tenant or kleff.kleff.io/v1/Tenant',
};

/** Options that every command takes. */
export const commonOptions: readonly OptionHelp[] = [
  { name: 'help', short: 'h', summary: 'show this help' },
  { name: 'debug', summary: 'show the stack of an internal error' },
];

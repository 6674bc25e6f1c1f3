import { risks } from '../analysis/diff/change.ts';
import { readMaxRemoved } from '../analysis/guard/guard.ts';
import { didYouMean } from '../data/nearest.ts';
import { priceFile } from '../showback/read-prices.ts';

export const modes = ['validate', 'diff', 'commit', 'offboard'] as const;
export type Mode = (typeof modes)[number];

/** The delivery target: a separate branch, a folder of the source branch, or a pull request. */
export const deliveries = ['branch', 'folder', 'pull-request'] as const;
export type DeliveryKind = (typeof deliveries)[number];

export const comparedWith = ['base', 'rendered'] as const;
export type Against = (typeof comparedWith)[number];

/** The validated inputs. */
export interface ActionInputs {
  readonly mode: Mode;
  /** The tenants directory relative to the workspace, without a trailing slash. `.` for the workspace itself. */
  readonly path: string;
  readonly strict: boolean;
  readonly token: string;
  /** Empty for none. */
  readonly sarifFile: string;
  readonly base: string;
  readonly failOn: string;
  readonly comment: boolean;
  readonly commentId: string;
  readonly priceFile: string;
  readonly inventoryFile: string;
  /** A percentage. */
  readonly maxRemoved: number;
  readonly approvalLabel: string;
  readonly deliver: DeliveryKind;
  readonly targetBranch: string;
  /** Without leading and trailing slashes. Empty for the whole branch. */
  readonly targetFolder: string;
  /** Empty for the default branch. */
  readonly sourceBranch: string;
  /** The baseline of mode diff: the commit that the change is based on, or the committed manifests. */
  readonly against: Against;
  /** First line of the commit message. `{commit}` is replaced with the rendered commit. Empty for the default. */
  readonly commitMessage: string;
  /** Title of a new pull request. Empty for the default. */
  readonly title: string;
  readonly labels: readonly string[];
  /** Users, and teams as `organization/team`. */
  readonly reviewers: readonly string[];
}

/** Every input that action.yml declares. */
export const inputNames = [
  'against',
  'approval-label',
  'base',
  'comment',
  'comment-id',
  'commit-message',
  'deliver',
  'fail-on',
  'inventory-file',
  'labels',
  'max-removed',
  'mode',
  'path',
  'price-file',
  'reviewers',
  'sarif-file',
  'source-branch',
  'strict',
  'target-branch',
  'target-folder',
  'title',
  'token',
] as const;

/** The default paths of committed files. Such a file is optional at its default path, and required at any other path. */
export const defaultFiles = { 'price-file': priceFile, 'inventory-file': '.leasehold/inventory.json' } as const;

export type InputName = (typeof inputNames)[number];

export type InputsResult =
  | { readonly ok: true; readonly inputs: ActionInputs }
  | { readonly ok: false; readonly message: string };

/** Reads and validates all inputs. The message names the first invalid input and its legal values. */
export function readInputs(input: (name: InputName) => string): InputsResult {
  const message = wrongChoice(input) ?? wrongForm(input);
  if (message !== undefined) return { ok: false, message };
  const deliver = input('deliver') as DeliveryKind;
  return {
    ok: true,
    inputs: {
      mode: input('mode') as Mode,
      path: folder(input('path')) || '.',
      strict: input('strict') === 'true',
      token: input('token'),
      sarifFile: input('sarif-file'),
      base: input('base'),
      failOn: input('fail-on'),
      comment: input('comment') === 'true',
      commentId: input('comment-id'),
      priceFile: input('price-file'),
      inventoryFile: input('inventory-file'),
      maxRemoved: readMaxRemoved(input('max-removed')) as number,
      approvalLabel: input('approval-label'),
      deliver,
      targetBranch: input('target-branch'),
      targetFolder: folder(input('target-folder') || (deliver === 'folder' ? 'rendered' : '')),
      sourceBranch: input('source-branch'),
      against: input('against') as Against,
      commitMessage: input('commit-message'),
      title: input('title'),
      labels: list(input('labels')),
      reviewers: list(input('reviewers')),
    },
  };
}

/** Splits a list at commas and line breaks. */
function list(text: string): readonly string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const flag = ['true', 'false'] as const;
const choices: Readonly<Partial<Record<InputName, readonly string[]>>> = {
  against: comparedWith,
  comment: flag,
  deliver: deliveries,
  'fail-on': ['', ...Object.keys(risks)],
  mode: modes,
  strict: flag,
};

function wrongChoice(input: (name: InputName) => string): string | undefined {
  for (const [name, legal = []] of Object.entries(choices)) {
    const value = input(name as InputName);
    if (legal.includes(value)) continue;
    const hint = didYouMean(value, legal);
    const named = legal.filter((choice) => choice !== '').join(', ');
    return `the input ${name} is ${JSON.stringify(value)}; it must be one of ${named}${hint === undefined ? '' : `; ${hint}`}`;
  }
  return undefined;
}

const forms: readonly (readonly [InputName, (text: string) => boolean, string])[] = [
  ['comment-id', (text) => /^[\w.-]{1,40}$/.test(text), '1 to 40 letters, digits, dots, dashes and underscores'],
  ['max-removed', (text) => readMaxRemoved(text) !== undefined, 'an integer percentage from 0 to 100'],
  ['commit-message', (text) => !text.includes('\n'), 'one line'],
  ['path', (text) => text !== '', 'a directory of the repository'],
];
const paths: readonly InputName[] = ['path', 'target-folder', 'price-file', 'inventory-file', 'sarif-file'];

function wrongForm(input: (name: InputName) => string): string | undefined {
  const wrong = forms.find(([name, isLegal]) => !isLegal(input(name)));
  if (wrong) return `the input ${wrong[0]} is ${JSON.stringify(input(wrong[0]))}; it must be ${wrong[2]}`;
  const leaving = paths.find((name) => leaves(folder(input(name))));
  if (leaving === undefined) return wrongBranch('target-branch', input) ?? wrongBranch('source-branch', input);
  return `the input ${leaving} is ${JSON.stringify(input(leaving))}; it must be a path inside the repository`;
}

function leaves(path: string): boolean {
  return path.startsWith('/') || path.split('/').some((step) => step === '..' || step === '.git');
}

/**
 * Approximates the rules of git-check-ref-format for branch names. Also rejects names that start with `refs/`, and
 * names that git parses as an option.
 */
const legalBranch = /^(?!\/|-|\.|refs\/)(?!.*(?:\/\/|\.\.|\.lock$|\/$|\.$|@\{|\/\.))[^\s~^:?*[\\\p{Cc}]+$/u;

function wrongBranch(name: InputName, input: (name: InputName) => string): string | undefined {
  const branch = input(name);
  if (branch === '' || legalBranch.test(branch)) return undefined;
  return `the input ${name} is ${JSON.stringify(branch)}; it must be the name of a branch, without refs/heads/`;
}

function folder(path: string): string {
  const steps = path.split('/').filter((step, index) => step !== '.' && (step !== '' || index === 0));
  return steps.join('/').replace(/\/+$/, '') || (path.startsWith('/') ? '/' : '');
}

import { type InventoryResult, readInventory } from '../analysis/simulate/inventory.ts';
import { isError } from '../core/problem/problem.ts';
import { seconds } from '../kubernetes/duration.ts';
import { render, tenantNames } from '../leasehold.ts';
import { printListing } from '../shell/get/print.ts';
import { type Change, purged, type RetainedVolume, restored, retainedVolumes } from '../sidecar/decide/retained.ts';
import { forgetPatch, type Patch } from '../sidecar/decide/write.ts';
import type { Arguments } from './arguments.ts';
import { type ExitCode, exitCodes, type Ports } from './ports.ts';
import { startProgress } from './progress.ts';
import { readTenantFiles } from './tenants.ts';
import { usageError } from './usage.ts';

const help = 'leasehold volumes --help';

/** The options that apply to a single action. */
const options = [
  { option: 'without', action: 'list' },
  { option: 'inventory', action: 'list' },
  { option: 'output', action: 'list' },
  { option: 'older-than', action: 'purge' },
  { option: 'yes', action: 'purge' },
] as const;

/**
 * Lists retained volumes, or patches them so that they wait for a claim, are deleted, or are no longer managed by the
 * sidecar.
 */
export function volumes(args: Arguments, ports: Ports): ExitCode {
  const [action = '', name] = args.words;
  const run = { args, ports, name };
  const foreign = options.find(({ option, action: of }) => args.isStated(option) && of !== action);
  if (foreign) return usageError(ports, `--${foreign.option} is an option of volumes ${foreign.action}`, help);
  const absent = absentPlace(args, ports);
  if (absent !== undefined) return usageError(ports, absent, help);
  if (action === 'list') return list(run);
  if (action === 'restore') return change(run, restored, 'reserved');
  if (action === 'purge') return purge(run);
  if (action === 'release') return change(run, ({ volume }) => ({ ok: true, patch: forgetPatch(volume) }), 'unmanaged');
  return usageError(ports, `unknown action ${action}; the actions are list, restore, purge and release`, help);
}

/** The message for a file or directory of an option that does not exist. */
function absentPlace(args: Arguments, { files }: Ports): string | undefined {
  const [file, directory] = [args.text('inventory'), args.text('without')];
  if (file !== undefined && files.kindOf(file) === 'nothing') return `the file ${file} does not exist`;
  const isAbsent = directory !== undefined && directory !== '-' && files.kindOf(directory) === 'nothing';
  return isAbsent ? `the directory ${directory} does not exist` : undefined;
}

interface VolumesRun {
  readonly args: Arguments;
  readonly ports: Ports;
  readonly name: string | undefined;
}

function list(run: VolumesRun): ExitCode {
  const found = read(run);
  if (!found) return exitCodes.problems;
  const { name } = run;
  const wanted = found.filter(({ volume }) => name === undefined || volume.name === name);
  if (name !== undefined && wanted.length === 0) return missing(name, found, run);
  const rows = wanted.map(({ volume, state, claim, size, since }) => ({
    cells: [volume.name, volume.tenant, claim, state, size, since],
    id: `persistentvolume/${volume.name}`,
    name: volume.name,
    object: { name: volume.name, tenant: volume.tenant, claim, state, size, since },
  }));
  const head = ['VOLUME', 'TENANT', 'CLAIM', 'STATE', 'SIZE', 'SINCE'];
  run.ports.stdout(
    printListing({ head, rows, listKind: 'List', single: false }, run.args.text('output') ?? 'table', true),
  );
  return exitCodes.success;
}

/** Deletes only with --yes, and only the named volume or volumes that are old enough. */
function purge(run: VolumesRun): ExitCode {
  const { args, ports, name } = run;
  const age = args.text('older-than');
  if (name === undefined && age === undefined)
    return usageError(ports, 'volumes purge needs the name of a volume, or --older-than', help);
  if (age !== undefined && !/^\d+[smhdwy]$/.test(age))
    return usageError(ports, `--older-than is ${age}; it must be a number and a unit, such as 30d or 12w`, help);
  return change(run, purged, args.isSet('yes') ? 'purged' : 'would be purged; confirm with --yes');
}

function change(run: VolumesRun, changeOf: (volume: RetainedVolume) => Change, done: string): ExitCode {
  const { args, ports, name } = run;
  if (name === undefined && args.text('older-than') === undefined)
    return usageError(ports, `volumes ${args.words[0]} needs the name of a volume`, help);
  const found = read(run);
  if (!found) return exitCodes.problems;
  const chosen = found.filter((one) => isChosen(one, run));
  const failed = chosen.filter((one) => !apply(one, changeOf(one), run, done));
  if (name === undefined || chosen.length > 0) return failed.length === 0 ? exitCodes.success : exitCodes.problems;
  return missing(name, found, run);
}

function missing(name: string, found: readonly RetainedVolume[], { args, ports }: VolumesRun): ExitCode {
  ports.stderr(`error: ${whyNone(name, found, args)}\n`);
  return exitCodes.problems;
}

function whyNone(name: string, found: readonly RetainedVolume[], args: Arguments): string {
  const one = found.find(({ volume }) => volume.name === name);
  if (one?.state === 'bound') return `${name} is bound; only a retained volume without a claim can be purged`;
  if (one?.since === '')
    return `Kubernetes does not report how long ${name} has had no claim; to purge it, omit --older-than`;
  if (one)
    return `${name} has not been without a claim for ${args.text('older-than')}; to purge it earlier, omit --older-than`;
  const tenant = args.text('tenant');
  return `no retained volume${tenant === undefined ? '' : ` of tenant ${tenant}`} is named ${name}`;
}

/** A purge by age skips volumes with a claim, without an error. */
function isChosen({ volume, state, since }: RetainedVolume, { args, ports, name }: VolumesRun): boolean {
  if (name !== undefined && name !== volume.name) return false;
  const age = args.text('older-than');
  if (age === undefined) return true;
  return state !== 'bound' && since !== '' && ports.time.now() - Date.parse(since) >= seconds(age) * 1000;
}

function apply({ volume }: RetainedVolume, change: Change, { args, ports }: VolumesRun, done: string): boolean {
  if (!change.ok) {
    ports.stderr(`error: ${change.problem}\n`);
    return false;
  }
  const isPreview = args.words[0] === 'purge' && !args.isSet('yes');
  const answer = isPreview ? { ok: true, stderr: '' } : patch(volume.name, change.patch, args, ports);
  if (answer.ok) ports.stdout(`${volume.name} ${done}\n`);
  else ports.stderr(`error: ${answer.stderr.trim()}\n`);
  return answer.ok;
}

function patch(name: string, { body }: Patch, args: Arguments, ports: Ports) {
  const words = ['patch', 'persistentvolume', name, '--type=merge', `--patch=${JSON.stringify(body)}`];
  return ports.kubectl([...words, ...connection(args)]);
}

/** The retained volumes that the options select. If they cannot be read, prints the error and returns undefined. */
function read(run: VolumesRun): readonly RetainedVolume[] | undefined {
  const objects = run.args.text('inventory') === undefined ? readCluster(run) : readFile(run);
  if (!objects.ok) {
    run.ports.stderr(`error: ${objects.message}\n`);
    return undefined;
  }
  const tenant = run.args.text('tenant');
  const present = definedIn(run);
  if (!present) return undefined;
  const all = retainedVolumes(objects.objects);
  return all.filter(({ volume }) => (tenant === undefined || volume.tenant === tenant) && !present.has(volume.tenant));
}

/**
 * The tenants of --without. Undefined if the directory or one of its files has an error, because the tenants of a document with an
 * error can be unknown, and their volumes would seem to belong to nobody. Prints the error.
 */
function definedIn({ args, ports }: VolumesRun): ReadonlySet<string> | undefined {
  const dir = args.text('without');
  if (dir === undefined) return new Set();
  const tenants = readTenantFiles(dir, ports, startProgress(ports));
  const wrong = tenants.ok ? render(tenants.files).problems.find(isError) : undefined;
  if (tenants.ok && !wrong) return new Set(tenantNames(tenants.files));
  const message = tenants.ok
    ? `${wrong?.at.file} contains errors, so its tenants are unknown; run leasehold check --dir ${dir}`
    : tenants.message;
  ports.stderr(`error: ${message}\n`);
  return undefined;
}

function readFile({ args, ports }: VolumesRun): InventoryResult {
  const path = args.text('inventory') ?? '';
  const text = ports.files.readText(path);
  return text === undefined ? { ok: false, message: `the file ${path} does not exist` } : readInventory(path, text);
}

function readCluster({ args, ports }: VolumesRun): InventoryResult {
  const types = 'persistentvolumes,persistentvolumeclaims,namespaces';
  const answer = ports.kubectl(['get', types, '--all-namespaces', '--output=json', ...connection(args)]);
  return answer.ok ? readInventory('kubectl', answer.stdout) : { ok: false, message: answer.stderr.trim() };
}

function connection(args: Arguments): readonly string[] {
  const context = args.text('context');
  return context === undefined ? [] : [`--context=${context}`];
}

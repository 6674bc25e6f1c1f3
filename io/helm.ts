import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trimEnd } from '../data/trim-end.ts';
import type { WantedChart } from '../leasehold.ts';

/** The input for rendering one chart. All names are validated, so that helm cannot parse one as an option. */
export type ChartInflation = Omit<WantedChart, 'name' | 'template' | 'tenant'>;

export type InflationResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'no-helm' | 'failed'; readonly message: string };

export interface Helm {
  readonly inflate: (inflation: ChartInflation) => InflationResult;
  /** Removes the fetched charts. */
  readonly close: () => void;
}

const maxBuffer = 64 * 1024 * 1024;
const timeout = 300_000;

/** The helm on the PATH. Fetches each chart once, into a separate directory. */
export function openHelm(): Helm {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-helm-'));
  const fetched = new Map<string, InflationResult>();
  const fetchOnce = (chart: ChartInflation['chart']): InflationResult => {
    const key = JSON.stringify(chart);
    const known = fetched.get(key) ?? fetch(chart, join(folder, String(fetched.size)));
    fetched.set(key, known);
    return known;
  };
  return {
    inflate: (inflation) => {
      const archive = fetchOnce(inflation.chart);
      return archive.ok ? template(inflation, archive.text, folder) : archive;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns the path of the chart's archive as `text`. */
function fetch({ name, version, repoUrl }: ChartInflation['chart'], folder: string): InflationResult {
  mkdirSync(folder);
  const options = [`--destination=${folder}`, ...(version === undefined ? [] : [`--version=${version}`])];
  const from = repoUrl.startsWith('oci://') ? ociChart(repoUrl, name) : [`--repo=${repoUrl}`, '--', name];
  const pulled = outcome(helm(['pull', ...options, ...from]));
  if (!pulled.ok) return pulled;
  const archive = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  return archive === undefined
    ? { ok: false, reason: 'failed', message: 'helm pull created no archive' }
    : { ok: true, text: join(folder, archive) };
}

/** An OCI reference ends with the chart name, which some repoUrls already include. */
function ociChart(repoUrl: string, name: string): readonly string[] {
  const base = trimEnd(repoUrl, /\//);
  return ['--', base.endsWith(`/${name}`) ? base : `${base}/${name}`];
}

function template(
  { release, namespace, sets, values, kubernetes }: ChartInflation,
  archive: string,
  folder: string,
): InflationResult {
  const file = join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values ?? {}));
  const single = sets.map(
    ({ name, value, isText }) => `--set-json=${name}=${isText ? JSON.stringify(value) : setJson(value)}`,
  );
  const options = [`--namespace=${namespace}`, `--kube-version=${kubernetes}`, `--values=${file}`, ...single];
  return outcome(helm(['template', '--include-crds', '--skip-tests', ...options, '--', release, archive]));
}

/**
 * The JSON of a value that `helm --set` accepts: a list in braces, a boolean, null, an integer or a string. As JSON, no
 * value can add another assignment.
 */
export function setJson(value: string): string {
  const list = /^\{(.*)\}$/s.exec(value);
  if (value === '{}') return '[]';
  if (list)
    return `[${(list[1] ?? '')
      .split(',')
      .map((item) => scalarJson(item.trim()))
      .join(',')}]`;
  return scalarJson(value);
}

function scalarJson(value: string): string {
  const isTyped = /^(?:true|false|null|0|-?[1-9][0-9]{0,14})$/.test(value);
  return isTyped ? value : JSON.stringify(value);
}

function helm(args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync('helm', args, { encoding: 'utf8', maxBuffer, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
}

function outcome({ error, status, stdout, stderr }: SpawnSyncReturns<string>): InflationResult {
  const { code } = (error ?? {}) as { readonly code?: string };
  if (code === 'ENOENT') return { ok: false, reason: 'no-helm', message: 'helm is not on the PATH' };
  if (code === 'ETIMEDOUT')
    return { ok: false, reason: 'failed', message: `helm did not finish within ${timeout / 1000} seconds` };
  if (error) return { ok: false, reason: 'failed', message: error.message };
  if (status === 0) return { ok: true, text: stdout };
  return {
    ok: false,
    reason: 'failed',
    message: stderr.trim().split('\n').at(-1) || `helm exited with status ${status}`,
  };
}

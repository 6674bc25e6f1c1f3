import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { eventually, freePorts, startDaemon } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';

export interface Prometheus {
  readonly url: string;
  /** Adds past samples and restarts the server. */
  add(openMetrics: string): Promise<void>;
}

/**
 * A Prometheus that scrapes nothing. Its data is added as blocks with past samples, so a test need not wait for an
 * hour.
 */
export async function startPrometheus(): Promise<Prometheus> {
  const folder = temporaryFolder('leasehold-prometheus-');
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const config = resolve(folder, 'prometheus.yml');
  const data = resolve(folder, 'data');
  writeFileSync(config, 'scrape_configs: []\n');
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`];
  const start = async () => {
    const daemon = startDaemon('prometheus', 'prometheus', args);
    await eventually('Prometheus is ready', () => isReady(`${url}/-/ready`));
    return daemon;
  };
  let daemon = await start();
  const add = async (openMetrics: string) => {
    await daemon.stop();
    const file = resolve(folder, 'samples.txt');
    writeFileSync(file, openMetrics);
    execFileSync('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', file, data], { stdio: 'pipe' });
    rmSync(file);
    daemon = await start();
  };
  return { url, add };
}

async function isReady(url: string): Promise<true | undefined> {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ? true : undefined;
}

/** A time series: its name and labels, and its value at any time. */
export interface Metric {
  readonly series: string;
  readonly valueAt: (instant: number) => number;
}

/** The current metrics of a program, as if it had always exported them. Its own labels take precedence. */
export function constantMetrics(exposition: string, labels: Readonly<Record<string, string>>): readonly Metric[] {
  return exposition.split('\n').flatMap((line) => {
    const [, name = '', own = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === '') return [];
    const missing = Object.entries(labels).filter(([label]) => !own.includes(`${label}="`));
    const added = missing.map(([label, text]) => `${label}="${text}"`);
    const all = [own, ...added].filter((part) => part !== '').join(',');
    return [{ series: `${name}{${all}}`, valueAt: () => Number(value) }];
  });
}

/** One sample per minute of each metric, in the OpenMetrics format. */
export function samplesOf(metrics: readonly Metric[], from: number, to: number): string {
  const lines: string[] = [];
  for (const { series, valueAt } of metrics)
    for (let instant = from; instant <= to; instant += 60) lines.push(`${series} ${valueAt(instant)} ${instant}`);
  return `${lines.join('\n')}\n# EOF\n`;
}

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import { objectsOf } from './case-files.ts';

/** The result of a rendered script. */
export interface Run {
  readonly status: number;
  /** The calls of the fake programs, in order. WORK replaces the directory of the run. */
  readonly calls: readonly string[];
  /** The directory of the run. It contains each volume whose mount path is the value of a variable, at that path. */
  readonly folder: string;
  readonly output: string;
}

export interface PodSurroundings {
  /** Fake programs that replace those of the image: shell text by name, with the directory of the run in $WORK. */
  readonly programs: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The directory of an earlier run, whose volumes are reused. */
  readonly folder?: string;
}

interface Container {
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts?: readonly { readonly mountPath: string }[];
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

/** The text of a program that records its calls. */
export const logs = '{ printf "%s" "$' + '{0##*/}"; [ $# -eq 0 ] || printf " %s" "$@"; echo; } >>"$LOG"';

/** Runs the command of a rendered container on this machine, with fake programs and with local directories as volumes. */
export function run(container: Container, { programs, env = {}, folder = newFolder() }: PodSurroundings): Run {
  const log = join(folder, 'log');
  const bin = join(folder, 'bin');
  rmSync(log, { force: true });
  for (const [name, text] of Object.entries(programs)) writeProgram(join(bin, name), text);
  const moved = variablesOf(container).map(([name, value]) => [name, moveIn(value, container, folder)]);
  const [shell = '', ...args] = container.command;
  const { status, stdout, stderr } = spawnSync(shell, args, {
    encoding: 'utf8',
    env: { ...Object.fromEntries(moved), ...env, PATH: `${bin}:${process.env['PATH']}`, LOG: log, WORK: folder },
  });
  const lines = existsSync(log) ? readFileSync(log, 'utf8').replaceAll(folder, 'WORK').trimEnd().split('\n') : [];
  return { status: status ?? -1, calls: lines, folder, output: `${stdout}${stderr}` };
}

/** A container, or init container, of the pods of a rendered Deployment or CronJob. */
export function containerOf(files: readonly SourceFile[], id: string, name: string): Container {
  const object = objectsOf(files).get(id) as unknown as { readonly spec: Readonly<Record<string, unknown>> };
  const job = object.spec['jobTemplate'] as { readonly spec: { readonly template: unknown } } | undefined;
  const { spec } = (job?.spec.template ?? object.spec['template']) as { readonly spec: PodSpec };
  const found = [...(spec.initContainers ?? []), ...spec.containers].find((one) => 'name' in one && one.name === name);
  if (!found) throw new Error(`${id} has no container ${name}`);
  return found;
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-script-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The variables of a container. A variable from a Secret has its own name as the value. */
function variablesOf({ env }: Container): readonly (readonly [string, string])[] {
  return env.map(({ name, value }) => [name, (value ?? name).replaceAll('$$', '$')]);
}

function moveIn(value: string, { volumeMounts = [] }: Container, folder: string): string {
  const mount = volumeMounts.find(({ mountPath }) => mountPath === value);
  if (!mount) return value;
  const moved = join(folder, mount.mountPath);
  mkdirSync(moved, { recursive: true });
  return moved;
}

function writeProgram(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

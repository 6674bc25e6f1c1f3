import { readdirSync, readFileSync } from 'node:fs';
import type { KindId } from '../build/contracts.ts';
import type { Emit, ShapeEmit } from '../core/print/shape.ts';
import { resourcesPerTenant } from '../core/render/render.ts';
import { kinds } from '../kinds/index.ts';
import { load, type Rendering, render, type SourceFile } from '../leasehold.ts';
import { inputNames, kindCases } from './kind-cases.ts';

/** A repository on which the laws are checked. */
export interface Repository {
  readonly name: string;
  /** Frozen: code that changes its input throws. */
  readonly files: readonly SourceFile[];
  /** Rendered on first use and cached, because most laws check the same renders. */
  readonly rendering: Rendering;
}

let read: readonly Repository[] | undefined;

/** The sample repository and every case of every kind, valid and invalid. Read once per process. */
export function corpus(): readonly Repository[] {
  read ??= readCorpus();
  return read;
}

/** The repositories that render without an error. */
export function validCorpus(): readonly Repository[] {
  return corpus().filter(({ rendering }) => rendering.ok);
}

/** Whether a repository contains samples that refer to undefined resources. */
export function isSample({ rendering }: Repository): boolean {
  return rendering.problems.some(({ code }) => code === 'missing-context');
}

function readCorpus(): readonly Repository[] {
  const samples = readdirSync('tenants').filter((name) => name.endsWith('.yaml'));
  const cases = kindCases().map(({ folder }) => toRepository(folder, inputNames(folder)));
  return [toRepository('tenants', samples), ...cases];
}

function toRepository(folder: string, paths: readonly string[]): Repository {
  const files = paths
    .map((name) => `${folder}/${name}`)
    .map((path) => Object.freeze({ path, text: readFileSync(path, 'utf8') }));
  let kept: Rendering | undefined;
  return {
    name: folder,
    files: Object.freeze(files),
    get rendering() {
      kept ??= render(files);
      return kept;
    },
  };
}

/** What the resources of a repository, or those of one kind, pass to shapes and Templates. */
export function emitsOf(files: readonly SourceFile[], only?: KindId): readonly Emit[] {
  const resolved = load(files);
  const wanted = kinds.filter(({ id }) => only === undefined || id === only);
  const own = resourcesPerTenant(resolved)
    .filter(([{ kind }]) => wanted.includes(kind))
    .flatMap(([{ kind }, resource]) => kind.compile(resource, resolved.world, () => undefined)?.emits ?? []);
  const used = wanted.filter((kind) => resolved.world.all(kind.id).length > 0);
  return [
    ...own,
    ...used.flatMap((kind) => [...kind.shared(resolved.world.settings), ...kind.sharedAcrossTenants(resolved.world)]),
  ];
}

/** Objects that shapes print. Templates print the others. */
export function shapeEmitsOf(files: readonly SourceFile[], only?: KindId): readonly ShapeEmit[] {
  return emitsOf(files, only).flatMap((emit) => ('object' in emit ? [] : [emit]));
}

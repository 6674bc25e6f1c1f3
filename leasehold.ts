import { pipeline } from './core/pipeline.ts';
import type { Rendering } from './core/rendering.ts';
import type { Scope } from './core/resolve/scope.ts';
import type { SourceFile } from './core/source/source.ts';
import { kinds } from './kinds/index.ts';

export type { Status } from './core/kind/kind.ts';
export type { Manifest } from './core/print/manifest.ts';
export type { Problem } from './core/problem/problem.ts';
export type { Rendering } from './core/rendering.ts';
export type { SourceFile } from './core/source/source.ts';

/**
 * Tenants in, manifests out. Pure: the same files give the same result on any machine, in any order. A fault of the
 * input is a Problem in the result, never an exception; with an error the result holds no objects at all.
 */
export function render(files: readonly SourceFile[], scope: Scope = {}): Rendering {
  return pipeline(kinds, files, scope);
}

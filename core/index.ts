import { kinds } from '../kinds/index.ts';
import { pipeline } from './pipeline.ts';
import type { Rendering } from './rendering.ts';
import type { Scope } from './resolve/scope.ts';
import type { SourceFile } from './source.ts';

export type { Status } from './kind.ts';
export type { Problem } from './problem/problem.ts';
export type { Manifest } from './render/manifest.ts';
export type { Rendering } from './rendering.ts';
export type { SourceFile } from './source.ts';

/**
 * Tenants in, manifests out. Pure: the same files give the same result on any machine, in any order. A fault of the
 * input is a Problem in the result, never an exception; with an error the result holds no objects at all.
 */
export function render(files: readonly SourceFile[], scope: Scope = {}): Rendering {
  return pipeline(kinds, files, scope);
}

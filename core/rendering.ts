import type { Inventory } from './layout/inventory.ts';
import type { OutputFile } from './layout/layout.ts';
import type { Problem } from './problem/problem.ts';
import type { Manifest } from './render/manifest.ts';
import type { Resource } from './resolve/resource.ts';

/** The result of a render. */
export interface Rendering {
  /** False when any problem is an error; all but the problems is then empty: all or nothing. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** What the files define. */
  readonly resources: readonly Resource[];
  /** What a cluster gets, in the order of the files and of Argo CD's waves. */
  readonly objects: readonly Manifest[];
  readonly files: readonly OutputFile[];
  readonly inventory: Inventory;
}

/** What comes out when there is an error. */
export const nothing: Rendering = {
  ok: false,
  problems: [],
  resources: [],
  objects: [],
  files: [],
  inventory: { resources: [], objects: 0 },
};

import type { Resource } from './kind/resource.ts';
import type { Inventory } from './layout/inventory.ts';
import type { OutputFile } from './layout/layout.ts';
import type { Manifest } from './print/manifest.ts';
import type { Problem } from './problem/problem.ts';

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

type Parts = { readonly [Part in Exclude<keyof Rendering, 'ok'>]: () => Rendering[Part] };

/** What comes out when there is none. Each part is made when it is first read, for no shell reads all of them. */
export function whole(parts: Parts): Rendering {
  const [problems, resources, objects] = [once(parts.problems), once(parts.resources), once(parts.objects)];
  const [files, inventory] = [once(parts.files), once(parts.inventory)];
  return {
    ok: true,
    get problems() {
      return problems();
    },
    get resources() {
      return resources();
    },
    get objects() {
      return objects();
    },
    get files() {
      return files();
    },
    get inventory() {
      return inventory();
    },
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
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

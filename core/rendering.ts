import { once } from '../data/once.ts';
import type { BaselineWarning } from './baseline.ts';
import type { Resource } from './kind/resource.ts';
import type { Inventory } from './layout/inventory.ts';
import type { OutputFile } from './layout/layout.ts';
import type { Manifest } from './print/manifest.ts';
import type { Problem } from './problem/problem.ts';

/** The result of a render. */
export interface Rendering {
  /** False if any problem is an error. Everything except the problems is then empty: a render is all or nothing. */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  /** All warnings of resources, including those that a Baseline accepts. */
  readonly warnings: readonly BaselineWarning[];
  /** The rendered resources, without repetitions for several tenants. */
  readonly resources: readonly Resource[];
  /** The objects to apply to the cluster, ordered by output file, sync wave and ID. */
  readonly objects: readonly Manifest[];
  /** The deployment part `workloads`. With spec.argocd, the accounts of tenants apply it, and another account the rest. */
  readonly workloads: ReadonlySet<Manifest>;
  readonly files: readonly OutputFile[];
  readonly inventory: Inventory;
}

type Parts = { readonly [Part in Exclude<keyof Rendering, 'ok'>]: () => Rendering[Part] };

/** The result of a render without errors. Each part is computed on first access, because no program needs all of them. */
export function lazyRendering(parts: Parts): Rendering {
  const [problems, warnings] = [once(parts.problems), once(parts.warnings)];
  const [resources, objects] = [once(parts.resources), once(parts.objects)];
  const workloads = once(parts.workloads);
  const [files, inventory] = [once(parts.files), once(parts.inventory)];
  return {
    ok: true,
    get problems() {
      return problems();
    },
    get warnings() {
      return warnings();
    },
    get resources() {
      return resources();
    },
    get objects() {
      return objects();
    },
    get workloads() {
      return workloads();
    },
    get files() {
      return files();
    },
    get inventory() {
      return inventory();
    },
  };
}

/** The result of a render with errors, except for its problems. */
export const failedRendering: Rendering = {
  ok: false,
  problems: [],
  warnings: [],
  resources: [],
  objects: [],
  workloads: new Set(),
  files: [],
  inventory: { resources: [], objects: 0 },
};

import type { Resource } from '../../core/kind/resource.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import { formatId, type ObjectId } from '../../kubernetes/object-id.ts';
import type { SourceFile } from '../../leasehold.ts';
import { type Source, sourcesOf } from './source.ts';
import type { World } from './world.ts';

/** A rendered object, with its source and the reason for its existence. */
export interface ObjectView {
  /** `Deployment.apps acme/web` */
  readonly key: string;
  readonly id: ObjectId;
  readonly tenant: string;
  /** Undefined for a shared object. */
  readonly source: Source | undefined;
  /** The output file that contains it. */
  readonly file: string;
  /**
   * The template that prints it, or `resource` for a tenant resource itself; undefined for an object from a Template or
   * a chart.
   */
  readonly shape: string | undefined;
  readonly wave: number;
  readonly text: string;
}

/** The objects of a tenant in the order in which they are applied. */
export function objectViews(tenant: string, world: World): readonly ObjectView[] {
  const { objects, resources } = world.of(tenant);
  return objectViewsOf(objects, resources, world.files);
}

export function objectViewsOf(
  objects: readonly Manifest[],
  resources: readonly Resource[],
  files: readonly SourceFile[],
): readonly ObjectView[] {
  const find = sourcesOf(objects, resources, { files });
  return objects.map(({ id, tenant, origin, file, shape, wave, text }) => {
    return { key: formatId(id), id, tenant, source: find(origin), file, shape, wave, text };
  });
}

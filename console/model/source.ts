import { startLines } from '../../analysis/trace/resource-at.ts';
import { contracts } from '../../build/contracts.ts';
import { labelOf, type Resource } from '../../core/kind/resource.ts';
import type { Manifest } from '../../core/print/manifest.ts';
import type { Origin } from '../../core/source/source.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import type { SourceFile } from '../../leasehold.ts';

/** The document from which an object is rendered. */
export interface Source {
  /** `Tenant pay` */
  readonly label: string;
  readonly file: string;
  readonly line: number;
  /** The folder of the kind: `kinds/mto/tenant`. */
  readonly folder: string;
}

type SourceFinder = (origin: Origin | undefined) => Source | undefined;

interface Files {
  readonly files: readonly SourceFile[];
}

/** Finds the sources of rendered objects; undefined for objects that all tenants share. */
export function sourceFinder(resources: readonly Resource[], { files }: Files): SourceFinder {
  const lines = startLines(resources, files);
  const sources = new Map(resources.map((resource, index) => [resource.origin, sourceOf(resource, lines[index] ?? 1)]));
  return (origin) => origin && sources.get(origin);
}

/** Finds the sources of the given objects only, because finding lines reads files. */
export function sourcesOf(objects: readonly Manifest[], resources: readonly Resource[], world: Files): SourceFinder {
  const origins = new Set(objects.map(({ origin }) => origin));
  return sourceFinder(
    resources.filter(({ origin }) => origins.has(origin)),
    world,
  );
}

export function sourceOf(resource: Resource, line: number): Source {
  const { folder } = contracts[resource.kind];
  return { label: labelOf(resource.kind, resource), file: resource.origin.file, line, folder };
}

/** The kind with its group and system, because several systems have a kind with the same name, such as Tenant. */
export function kindName({ kind }: Pick<Resource, 'kind'>): KindName {
  const { apiVersion, kind: name, folder } = contracts[kind];
  return { name, group: groupOf(apiVersion), system: folder.split('/')[1] ?? '' };
}

/** The kind of a document, its group, and the system that defines it. */
export interface KindName {
  readonly name: string;
  readonly group: string;
  readonly system: string;
}

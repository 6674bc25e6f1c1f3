import type { Resource } from '../../core/kind/resource.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import { isError, type Problem } from '../../core/problem/problem.ts';
import type { ComparedObjects } from '../../core/reuse/compared-objects.ts';
import type { TenantObjects } from '../../core/reuse/tenant-objects.ts';
import { once } from '../../data/once.ts';
import { load, openVersion, type Rendering, render, type SourceFile, type Version } from '../../leasehold.ts';

/** The files of a commit and the data derived from them, computed on first use. */
export interface World {
  readonly files: readonly SourceFile[];
  /** The render of all tenants. */
  readonly all: () => Rendering;
  /** The render of a single tenant. Unless the render of all tenants has errors, it is a part of that render. */
  readonly of: (tenant: string) => Rendering;
  /** The tenants that own the documents of a file, including invalid documents. */
  readonly owners: () => ReadonlyMap<string, ReadonlySet<string>>;
  readonly resources: () => readonly Resource[];
  /** The resources of the files with their references, before the render. */
  readonly loaded: () => ReturnType<typeof load>;
  /**
   * The world of other files, which renders only what the difference can affect. Unchanged files must be the same
   * objects.
   */
  readonly next: (files: readonly SourceFile[]) => World;
  /** The world of a later commit. It reuses this one only if this one is rendered. */
  readonly later: (files: readonly SourceFile[]) => World;
  /** The objects of tenants. None if the render of all tenants has errors. */
  readonly objects: () => TenantObjects;
  /** What a comparison with an earlier world reads. Undefined if all objects can differ. */
  readonly comparedTo: (earlier: World) => ComparedObjects | undefined;
  /** The version, rendered on first use. */
  readonly version: () => Version;
  /**
   * The world without the directories of tenants with errors, except those of the given tenants. The same world if it has no
   * errors, or also other errors.
   */
  readonly sound: (kept?: ReadonlySet<string>) => World;
  /** The number of resources that the render of all tenants did not reuse from the previous world. */
  readonly renderedResources: () => number;
}

/** The maximum number of cached single-tenant renders. Each keeps the resources of all tenants in memory. */
const maxScoped = 4;

export function worldOf(files: readonly SourceFile[]): World {
  return lazyWorld(files, () => openVersion(files));
}

function lazyWorld(files: readonly SourceFile[], open: () => Version): World {
  // Once the version is open, nothing refers to the previous version.
  let [version, opening]: [Version | undefined, () => Version] = [undefined, open];
  const opened = () => {
    const found = version ?? opening();
    [version, opening] = [found, () => found];
    return found;
  };
  const all = () => opened().rendering;
  const alone = once(() => load(files));
  const loaded = () => version?.resolved ?? alone();
  const resources = once(() => (all().ok ? all().resources : [...loaded().resources.values()]));
  const owners = once(() => ownersOf(loaded().tenants));
  const next = (others: readonly SourceFile[]) => lazyWorld(others, () => opened().next(others));
  const later = (others: readonly SourceFile[]) => (version ? next(withSameFiles(files, others)) : worldOf(others));
  const sound = (kept?: ReadonlySet<string>) => {
    const rest = withoutErrors(world, kept);
    return rest.length === files.length ? world : next(rest);
  };
  const soundAlone = once(() => sound());
  const world: World = {
    files,
    all,
    of: scopedRenders(files),
    owners,
    resources,
    loaded,
    next,
    later,
    objects: () => opened().objects,
    comparedTo: (earlier) => opened().comparedTo(earlier.version()),
    version: opened,
    renderedResources: () => opened().renderedResources,
    sound: (kept) => (kept ? sound(kept) : soundAlone()),
  };
  return world;
}

function scopedRenders(files: readonly SourceFile[]): World['of'] {
  const scoped = new Map<string, Rendering>();
  return (tenant) => {
    const known = scoped.get(tenant) ?? render(files, { tenant });
    scoped.delete(tenant);
    scoped.set(tenant, known);
    const [oldest] = scoped.keys();
    if (scoped.size > maxScoped && oldest !== undefined) scoped.delete(oldest);
    return known;
  };
}

/** The files without the directories of tenants with errors. All files if there are other errors. */
function withoutErrors({ files, all, loaded }: World, kept?: ReadonlySet<string>): readonly SourceFile[] {
  const { authorOf } = loaded();
  const broken = new Set(all().problems.flatMap((one) => (isError(one) ? [authorOf(one.at.file)] : [])));
  const isKept = (author: string | undefined) => author === undefined || !broken.has(author) || kept?.has(author);
  return broken.has(undefined) ? files : files.filter(({ path }) => isKept(authorOf(path)));
}

/** The later files. Unchanged files keep their object identity. */
function withSameFiles(before: readonly SourceFile[], after: readonly SourceFile[]): readonly SourceFile[] {
  const known = new Map(before.map((file) => [file.path, file]));
  return after.map((file) => {
    const old = known.get(file.path);
    return old && 'text' in old && 'text' in file && old.text === file.text ? old : file;
  });
}

type Documents = ReadonlyMap<{ readonly document: { readonly origin: { readonly file: string } } }, string>;

function ownersOf(documents: Documents): ReadonlyMap<string, ReadonlySet<string>> {
  const owners = new Map<string, Set<string>>();
  for (const [{ document }, tenant] of documents) {
    const known = owners.get(document.origin.file) ?? new Set();
    owners.set(document.origin.file, known.add(tenant));
  }
  return owners;
}

/** The tenants that a problem affects, by its file. None for a problem of the platform. */
export function tenantsOf({ at }: Problem, { owners }: World): readonly string[] {
  return [...(owners().get(at.file) ?? [])].filter(isTenant);
}

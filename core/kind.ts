import type { Bodies, KindId } from '../build/contracts.ts';
import type { Settings } from '../kinds/platform/settings.ts';
import type { Report } from './problem/problem.ts';
import type { Emit } from './render/shape.ts';
import type { Resource } from './resolve/resource.ts';
import type { World } from './resolve/world.ts';
import type { Path } from './source.ts';

/** Whether the resource's data went out whole; only a cluster can say more (Running, Ready). */
export interface Status {
  readonly phase?: string;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: 'True' | 'False';
    readonly reason: string;
  }[];
  /** Secrets that must exist in the cluster and that leasehold does not render, as namespace/name. */
  readonly requiredSecrets?: readonly string[];
}

/** A field that names another resource, as `name` (same namespace) or `namespace/name`. */
export interface Reference {
  readonly path: Path;
  readonly to: KindId;
  /** The resource belongs to the tenant of the one it names. */
  readonly owner?: true;
  /** The named resource's output lists this one, so it is incomplete when this one is faulty. */
  readonly listed?: true;
}

/** A thing that one resource alone may have, such as a namespace or a slug. */
export interface Claim {
  /** What is claimed, in words, with the value: `namespace user-12345`. */
  readonly what: string;
  readonly path: Path;
  /** The namespace whose owner the claim makes its tenant; no other tenant's resource may lie in it. */
  readonly ownsNamespace?: string;
}

/** A field that may not change while the resource exists, because data or a namespace would stay behind. */
export interface Pinned {
  readonly path: Path;
  /** What a change does, as the end of a sentence: `the volume of the old slug stays behind`. */
  readonly why: string;
  /** The annotation that, set to "true", allows the change. */
  readonly unless?: string;
}

/** One input kind. Its folder holds one such object; kinds/index.ts lists it. */
export interface Kind<Id extends KindId = KindId, Resolved = unknown> {
  readonly id: Id;
  readonly references: readonly Reference[];
  readonly pinned?: readonly Pinned[];
  claims(resource: Resource<Id>, settings: Settings): readonly Claim[];
  /** All decisions: total data for render, or undefined after reporting an error. */
  resolve(resource: Resource<Id>, world: World, report: Report): Resolved | undefined;
  /** Which objects, with which views. Decides nothing that resolve could have decided. */
  render(resolved: Resolved): readonly Emit[];
  status(resolved: Resolved): Status;
  /** Objects that all resources of the kind share, rendered once for the platform. */
  shared?(world: World): readonly Emit[];
}

/** A kind with its own types hidden, so that all kinds fit one list. */
export interface AnyKind {
  readonly id: KindId;
  readonly references: readonly Reference[];
  readonly pinned: readonly Pinned[];
  claims(resource: Resource, settings: Settings): readonly Claim[];
  compile(resource: Resource, world: World, report: Report): Compiled | undefined;
  shared(world: World): readonly Emit[];
}

export interface Compiled {
  readonly emits: readonly Emit[];
  readonly status: Status;
}

/** Joins a kind's resolve, render and status, so that render never sees another kind's data. */
export function defineKind<Id extends KindId, Resolved>(kind: Kind<Id, Resolved>): AnyKind {
  const own = (resource: Resource) => resource as unknown as Resource<Id>;
  return {
    id: kind.id,
    references: kind.references,
    pinned: kind.pinned ?? [],
    claims: (resource, settings) => kind.claims(own(resource), settings),
    compile: (resource, world, report) => {
      const resolved = kind.resolve(own(resource), world, report);
      return resolved && { emits: kind.render(resolved), status: kind.status(resolved) };
    },
    shared: (world) => kind.shared?.(world) ?? [],
  };
}

export type BodyOf<Id extends KindId> = Bodies[Id];

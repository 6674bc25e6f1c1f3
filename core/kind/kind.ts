import type { Bodies, KindId } from '../../build/contracts.ts';
import type { Emit } from '../print/shape.ts';
import type { Report } from '../problem/problem.ts';
import type { Settings } from '../settings/settings.ts';
import type { Path } from '../source/path.ts';
import type { Conversion, Convert } from './conversion.ts';
import type { Resource } from './resource.ts';
import type { World } from './world.ts';

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
  /** How a tenant's allowance is dealt to its namespaces: amounts by resource, and those of each namespace. */
  readonly quota?: {
    readonly name: string;
    readonly total: Readonly<Record<string, string>>;
    readonly shares: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  /** When namespaces sleep, as cron expressions. Without `sleep` they do now, without `wake` for good. */
  readonly hibernation?: {
    readonly sleep?: string;
    readonly wake?: string;
    readonly timeZone: string;
    readonly namespaces: readonly string[];
  };
}

/**
 * Whose a document is. `own`: the tenant's that its label, its owner or else its name says. `shared`: nobody's; a fault
 * concerns those that name it or need its kind. `platform`: nobody's, and a fault concerns everyone.
 */
export type Tenancy = 'own' | 'shared' | 'platform';

/** A field that names another resource, as `name` (same namespace) or `namespace/name`, or a list of such names. */
export interface Reference {
  readonly path: Path;
  readonly to: KindId;
  /** The resource belongs to the tenant of the one it names. */
  readonly owner?: true;
  /** The named resource's output lists this one, so it is incomplete when this one is faulty. */
  readonly listed?: true;
  /** What is named may also be kept outside the repository, so that a name no file defines is no fault. */
  readonly optional?: true;
}

/** Lets a tenant's objects of one kind lie in a namespace of the platform, as an integration needs them. */
export interface Admission {
  readonly namespace: string;
  readonly group: string;
  readonly kind: string;
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

/** A document that may be faulty. */
export interface Unread {
  readonly namespace: string;
  readonly body: unknown;
}

/** A namespace as it will be, before what the pipeline adds. */
export interface OwnNamespace {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** One input kind. Its folder holds one such object; kinds/index.ts lists it. */
export interface Kind<Id extends KindId = KindId, Resolved = unknown> {
  readonly id: Id;
  readonly references: readonly Reference[];
  /** Kinds whose every resource concerns each resource of this one, though no field names them. */
  readonly needs?: readonly KindId[];
  /** `own` when absent. */
  readonly tenancy?: Tenancy;
  readonly pinned?: readonly Pinned[];
  claims(resource: Resource<Id>, world: World): readonly Claim[];
  /** The namespaces that the resource renders, so that selectors find them. Must be those of render. */
  namespaces?(resource: Resource<Id>, world: World): readonly OwnNamespace[];
  /**
   * For a kind that tenants share and whose objects are theirs: the tenants that get some. Each gets its own, in files
   * of its own, and is concerned by a fault. Read without trusting the document; throws for none.
   */
  recipients?(document: Unread, world: World): readonly string[];
  /** What the resource, one that tenants share, lets into namespaces of the platform. */
  admits?(resource: Resource<Id>): readonly Admission[];
  /** All decisions: total data for render, or undefined after reporting an error. */
  resolve(resource: Resource<Id>, world: World, report: Report): Resolved | undefined;
  /** Which objects, with which views. Decides nothing that resolve could have decided. */
  render(resolved: Resolved): readonly Emit[];
  status(resolved: Resolved): Status;
  /** Objects that all resources of the kind share, rendered once for the platform as soon as there is one. */
  shared?(settings: Settings): readonly Emit[];
  /** The same, of what follows from the other resources, too: a fault of any tenant fails who renders the platform. */
  sharedOfAll?(world: World): readonly Emit[];
}

/** A kind with its own types hidden, so that all kinds fit one list. */
export interface AnyKind {
  readonly id: KindId;
  readonly references: readonly Reference[];
  readonly needs: readonly KindId[];
  readonly tenancy: Tenancy;
  readonly pinned: readonly Pinned[];
  /** There for an older version of a kind, whose documents become those of current kinds before they are resolved. */
  readonly conversion: Conversion | undefined;
  claims(resource: Resource, world: World): readonly Claim[];
  /** Undefined for a kind that renders none. */
  namespaces: ((resource: Resource, world: World) => readonly OwnNamespace[]) | undefined;
  recipients: ((document: Unread, world: World) => readonly string[]) | undefined;
  admits(resource: Resource): readonly Admission[];
  compile(resource: Resource, world: World, report: Report): Compiled | undefined;
  shared(settings: Settings): readonly Emit[];
  sharedOfAll(world: World): readonly Emit[];
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
    needs: kind.needs ?? [],
    tenancy: kind.tenancy ?? 'own',
    pinned: kind.pinned ?? [],
    conversion: undefined,
    claims: (resource, world) => kind.claims(own(resource), world),
    namespaces: kind.namespaces && ((resource, world) => kind.namespaces?.(own(resource), world) ?? []),
    recipients: kind.recipients,
    admits: (resource) => kind.admits?.(own(resource)) ?? [],
    compile: (resource, world, report) => {
      const resolved = kind.resolve(own(resource), world, report);
      return resolved && { emits: kind.render(resolved), status: kind.status(resolved) };
    },
    shared: (settings) => kind.shared?.(settings) ?? [],
    sharedOfAll: (world) => kind.sharedOfAll?.(world) ?? [],
  };
}

/** An older version of a kind. Nothing of it is left after conversion, so it has no rules of its own. */
export function defineOldKind<Id extends KindId>(id: Id, becomes: KindId, convert: Convert<Bodies[Id]>): AnyKind {
  const conversion = { becomes, convert: convert as Convert<unknown> };
  const none = () => [];
  return {
    id,
    references: [],
    needs: [],
    tenancy: 'own',
    pinned: [],
    conversion,
    claims: none,
    namespaces: undefined,
    recipients: undefined,
    admits: none,
    compile: () => undefined,
    shared: none,
    sharedOfAll: none,
  };
}
